import API
import Domain
import HTTP
import SQL
import Server
import Support
import Testing

/// Everything that the tables hold, row by row, but the audit log; and how many entries of done things that has.
private struct State: Equatable {
    var tables: [String: [String]] = [:]
    var done: Int64 = 0

    private static let statements: [(String, Statement)] = [
        ("tenants", "SELECT * FROM tenants ORDER BY 1"), ("operators", "SELECT * FROM operators ORDER BY 1"),
        ("personal_tokens", "SELECT * FROM personal_tokens ORDER BY 1"),
        ("projects", "SELECT * FROM projects ORDER BY 1"),
        ("allowlist_entries", "SELECT * FROM allowlist_entries ORDER BY 1, 2, 3"),
        ("identity_secrets", "SELECT * FROM identity_secrets ORDER BY 1"),
        ("wrapped_secrets", "SELECT * FROM wrapped_secrets ORDER BY 1"),
        ("installations", "SELECT * FROM installations ORDER BY 1"),
        ("route_maps", "SELECT * FROM route_maps ORDER BY 1, 2"),
        ("releases", "SELECT * FROM releases ORDER BY 1"),
        ("handoffs", "SELECT * FROM handoffs ORDER BY 1"),
        ("handoff_issues", "SELECT * FROM handoff_issues ORDER BY 1, 2"),
        ("acceptance_results", "SELECT * FROM acceptance_results ORDER BY 1, 2, 3"),
        ("acceptance_stages", "SELECT * FROM acceptance_stages ORDER BY 1, 2, 3"),
        ("disables", "SELECT * FROM disables ORDER BY 1"),
        ("idempotency_keys", "SELECT * FROM idempotency_keys ORDER BY 1, 2, 3"),
    ]

    init(_ service: TestService) async throws {
        for (name, statement) in Self.statements {
            tables[name] = try await service.rows(statement).map { "\($0.values)" }
        }
        done = try await service.count("SELECT count(*) FROM audit_log WHERE outcome = 'done'")
    }

    /// Rows more or less in each table.
    func grown(since before: State) -> [String: Int] {
        var grown = tables.mapValues(\.count).merging(before.tables.mapValues { -$0.count }, uniquingKeysWith: +)
        grown = grown.filter { $0.value != 0 }
        return grown
    }
}

@Suite("A mutation while the database fails")
struct MutationFaultTests {
    private static let error = SQLError(.io, "a fault of the test")

    /// Fails the nth statement of a call, before or after it took effect, and with `persists` all after it. What comes after
    /// the COMMIT is left alone: what was committed and cannot be read back ends the process, by design.
    private final class Plan: Sendable {
        private struct Progress: Sendable {
            var count = 0
            var hasCommitted = false
            var hasStruck = false
        }

        private let progress = Shared(Progress())

        var hasStruck: Bool { progress.value.hasStruck }

        init(_ nth: Int, after: Bool, persists: Bool, on faults: Faults) {
            faults.plan { [progress] text in
                progress.change { progress in
                    guard !progress.hasCommitted else { return nil }
                    progress.count += 1
                    if text == "COMMIT" { progress.hasCommitted = true }
                    guard progress.count == nth || persists && progress.count > nth else { return nil }
                    progress.hasStruck = true
                    return after ? .after(MutationFaultTests.error) : .before(MutationFaultTests.error)
                }
            }
        }
    }

    @Test(
        "whichever statement fails, the change and its audit row are both there or neither, and the answer does not lie",
        arguments: Mutation.all.indices, [false, true])
    func everyStatement(_ index: Int, _ after: Bool) async throws {
        let mutation = Mutation.all[index]
        let faults = Faults()
        var service = try await TestService(faults: faults, spills: false)
        var ids = try await Mutation.prepare(service)
        let grown = try await undisturbed(mutation)
        var unknownOutcomes = 0
        var before = try await State(service)
        // A fault that stays is the same before or after the first statement that it meets.
        for persists in after ? [false] : [false, true] {
            for nth in 1... {
                let place: Comment = "\(mutation.action), statement \(nth), persists \(persists)"
                let tag = await mutation.tag(on: service, ids)
                let plan = Plan(nth, after: after, persists: persists, on: faults)
                let answer = await mutation.call(on: service, ids, tag: tag)
                faults.plan(nil)
                let now = try await State(service)
                let isChanged = now.tables != before.tables

                #expect(now.done == before.done + (isChanged ? 1 : 0), place)
                if isChanged { #expect(now.grown(since: before) == grown, place) }
                try await compareFeed(service, place)
                if plan.hasStruck {
                    #expect(answer.status == 503 || answer.status < 300, place)
                }
                let isUnknown =
                    answer.status == 503 && answer.json["detail"]?.text?.contains("is not known") ?? false
                if !isUnknown { #expect((answer.status < 300) == isChanged, place) }
                if isUnknown { #expect(answer.first("Retry-After") != nil, place) }
                if isChanged {
                    if isUnknown { unknownOutcomes += 1 }
                    if isUnknown { await retry(mutation, service, ids, tag, place) }
                    await service.close()
                    service = try await TestService(faults: faults, spills: false)
                    ids = try await Mutation.prepare(service)
                    before = try await State(service)
                } else {
                    before = now
                }
                if !plan.hasStruck { break }
                #expect(nth < 200, place)
            }
        }
        #expect((unknownOutcomes > 0) == after, "only a COMMIT that took effect and failed leaves one")
        await service.close()
    }

    /// What the mutation adds to each table where nothing fails.
    private func undisturbed(_ mutation: Mutation) async throws -> [String: Int] {
        try await TestService.with { service in
            let ids = try await Mutation.prepare(service)
            let before = try await State(service)
            let answer = await mutation.call(on: service, ids, tag: await mutation.tag(on: service, ids))
            #expect(answer.status < 300, "\(mutation.action): \(String(decoding: answer.body, as: UTF8.self))")
            return try await State(service).grown(since: before)
        }
    }

    /// Devices are told what the tables hold, however the change ended.
    private func compareFeed(_ service: TestService, _ place: Comment) async throws {
        let restarted = try await service.restartedDevices()
        for app in ["shop", "gone", "rotated", "new-shop"] {
            for more in ["", "&app_identifier=a.b&platform=ios"] {
                let request = Request(
                    method: "GET", path: "/sdk/v1/policy", query: "application_id=\(app)\(more)", headers: Headers(),
                    peer: .tcp(address: "127.0.0.1"))
                let (kept, fresh) = (service.sdk.answer(request), restarted.answer(request))
                #expect(kept.status == fresh.status && kept.body == fresh.body, place)
            }
        }
    }

    /// It took effect and the caller does not know: with its idempotency key it finds out, and nothing is done twice.
    private func retry(
        _ mutation: Mutation, _ service: TestService, _ ids: Mutation.Ids, _ tag: String?, _ place: Comment
    ) async {
        let idempotent: [Action] = [
            .tenantCreate, .operatorCreate, .projectCreate, .personalTokenCreate, .identitySecretRotate,
            .identitySecretCancel, .disableCreate, .releaseCreate, .handoffIssue,
        ]
        guard idempotent.contains(mutation.action) else { return }
        let again = await mutation.call(on: service, ids, tag: tag)
        #expect(again.status < 300 || again.code == "already_done", place)
    }
}
