#!/usr/bin/env bash
#SBATCH --job-name=airdraw-evaluate
#SBATCH --cpus-per-task=1
#SBATCH --requeue
# Runs `airdraw evaluate` as a Slurm job array: each job of the array does one shard.
#
#     sbatch --array=1-16 tools/evaluate-slurm.sh OTB100 --tracker csrt --tracker kcf --out /shared/otb
#     airdraw evaluate OTB100 --tracker csrt --tracker kcf --out /shared/otb --resume      when all are done: the table
#
# Data and --out must lie where all nodes see them. A job that was requeued or is submitted again keeps what is complete. AIRDRAW names the
# program where it is not on the PATH. The array must start with 1.
set -euo pipefail

if [ -z "${SLURM_ARRAY_TASK_ID:-}" ] || [ -z "${SLURM_ARRAY_TASK_COUNT:-}" ]; then
    echo "Error: this is no job of a Slurm array." >&2
    echo "Help:  sbatch --array=1-16 $0 DATASET... [options of airdraw evaluate] --out DIR" >&2
    exit 64
fi
exec "${AIRDRAW:-airdraw}" evaluate "$@" --resume --jobs "${SLURM_CPUS_PER_TASK:-1}" --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT"
