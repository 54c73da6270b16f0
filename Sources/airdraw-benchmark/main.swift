print("airdraw-benchmark")
