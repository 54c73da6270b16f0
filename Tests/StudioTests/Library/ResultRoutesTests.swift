import Foundation
import TestSupport
import Testing
import TrackingEvaluation

@testable import Studio

@Suite struct ResultRoutesTests {
    /// Runs OpenCV's fastest tracker over the recordings of a folder; the evaluation adds those that bracket it.
    private func evaluate(in folder: String, to out: String) throws {
        let set = try openDataSet(folder, layout: "airdraw")
        let plan = try EvaluationPlan(
            sets: [set], trackers: [try #require(BareTracker(named: "bare:mosse"))], protocol: .ope, version: "test")
        _ = try Evaluation(plan, in: RunFolder(out)).run()
        let tables = try EvaluationTables(of: RunFolder(out))
        try tables.write()
        try EvaluationReport(of: tables, sets: [set]).write()
    }

    @Test("Results lie beside the recordings, worst first, and lead to them") func table() throws {
        try withTemporaryFolder { folder in
            for name in ["square", "letter"] { try LibraryFixture.copy(name, to: folder + "/" + name) }
            try evaluate(in: folder, to: folder + "/runs/first run")
            try FileManager.default.removeItem(atPath: folder + "/letter")
            let page = try ImportServer(folder)
            let list = try #require(try page.json("/api/library")["results"] as? [[String: Any]])
            #expect(list.map { $0["name"] as? String } == ["runs:first run"])
            #expect(list[0]["problem"] == nil)
            let table = try page.json(try #require(list[0]["url"] as? String))
            #expect(table["protocol"] as? String == "ope")
            #expect(Set(table["trackers"] as? [String] ?? []) == ["bare:mosse", "static", "ground-truth"])
            let rows = try #require(table["sequences"] as? [[String: Any]])
            #expect(rows.count == 6)
            #expect(rows.prefix(2).allSatisfy { $0["tracker"] as? String == "bare:mosse" })
            #expect(rows.suffix(4).allSatisfy { $0["is_bracket"] as? Bool == true })
            // The first column of OTB is the success, of which more is better: worst first is going up.
            let columns = try #require(table["columns"] as? [[String: Any]])
            let key = try #require(columns.first?["key"] as? String)
            let values = rows.compactMap { ($0["values"] as? [String: Double])?[key] }
            #expect(values.count == 6 && values[0] <= values[1] && values[2...] == ArraySlice(values[2...].sorted()))
            for row in rows {
                let name = try #require(row["name"] as? String)
                #expect(row["recording"] as? String == (name == "square" ? "square" : nil))
            }
            // The stored table has the same numbers.
            let stored = try String(contentsOfFile: folder + "/runs/first run/sequences.csv", encoding: .utf8)
            let numbers = stored.split { ",\n".contains($0) }.compactMap { Double($0) }
            for value in values { #expect(numbers.contains { abs($0 - value) < 1e-12 }, "\(value)") }
        }
    }

    @Test("The report's own page is served in a cage, and nothing else of the folder") func report() throws {
        try withTemporaryFolder { folder in
            try LibraryFixture.copy("square", to: folder + "/square")
            try evaluate(in: folder, to: folder + "/%41 \"run\"")
            try LibraryFixture.put("secret", to: folder + "/secret.html")
            let page = try ImportServer(folder)
            let list = try #require(try page.json("/api/library")["results"] as? [[String: Any]])
            let address = try #require(list.first?["report"] as? String)
            let answer = try page.server.ask("GET " + address)
            #expect(answer.status == 200)
            #expect(answer.header("Content-Type") == "text/html; charset=utf-8")
            #expect(answer.text.hasPrefix("<!DOCTYPE html>") || answer.text.hasPrefix("<!doctype html>"))
            let policies = answer.headers.filter { $0.name.lowercased() == "content-security-policy" }.map(\.value)
            #expect(policies == [ReportFiles.policy])
            #expect(try page.server.ask("GET \(address)plots/success.svg").status == 200)
            #expect(try page.server.ask("GET \(address)summary.json").status == 200)
            for path in ["../secret.html", "%2e%2e/secret.html", "nothing.html", "results", "evaluation"] {
                #expect([400, 404].contains(try page.server.ask("GET \(address)\(path)").status), "\(path)")
            }
            #expect(try page.server.ask("GET /results/nothing/").status == 404)
        }
    }

    @Test("A folder of results that is broken is listed with its problem") func broken() throws {
        try withTemporaryFolder { folder in
            try LibraryFixture.put("no JSON", to: folder + "/run/evaluation.json")
            let page = try ImportServer(folder)
            let list = try #require(try page.json("/api/library")["results"] as? [[String: Any]])
            #expect(list.count == 1)
            #expect((list[0]["problem"] as? String)?.hasPrefix("run/evaluation.json:") == true)
            #expect(try page.server.ask("GET /api/results/run").status == 422)
        }
    }
}
