import API
import Domain
import Store

extension Operations {
    func createOperator(_ call: Call<CreateOperator>) async throws(Failure) -> Changed<Operator> {
        let body = call.body
        return try await store.change(call.intent, on: .deployment) { change throws(Failure) in
            let name = try Identifiers.operatorName(body.name)
            change.record(subject: name)
            let unixUser = try body.unixUser.map { user throws(Failure) in try Identifiers.unixUser(user) }
            let created = try change.createOperator(name: name, unixUser: unixUser, rights: Rights(wire: body.rights))
            change.record(after: JSONValue(encoding: created))
            return created
        }
    }

    func listOperators(_ call: Call<Nothing>) async throws(Failure) -> Page<Operator> {
        let page = try call.keyset()
        return try await store.read { snapshot throws(Failure) in
            try snapshot.admit(call.caller, to: call.right, on: .deployment)
            return try snapshot.operators(page)
        }
    }

    func getOperator(_ call: Call<Nothing>) async throws(Failure) -> Operator {
        try await store.read { snapshot throws(Failure) in
            try snapshot.admit(call.caller, to: call.right, on: .deployment)
            return try snapshot.operator(call.parameter("name"))
        }
    }

    func updateOperator(_ call: Call<UpdateOperator>) async throws(Failure) -> Changed<Operator> {
        let body = call.body
        let onlyStatus = body.rights == nil && body.unixUser == nil
        try refuseNothingToChange(!onlyStatus || body.status != nil)
        return try await store.change(call.intent, on: .deployment) { change throws(Failure) in
            let before = try change.snapshot.operator(call.parameter("name"))
            change.record(subject: before.name, reason: body.reason, before: JSONValue(encoding: before))
            try change.requireMatch(before, isExempt: body.onlySuspends)
            let rights = try Rights(wire: body.rights ?? before.rights)
            let unixUser = try (body.unixUser ?? before.unixUser).optional.map { user throws(Failure) in
                try Identifiers.unixUser(user)
            }
            let status = body.status ?? before.status
            try checkReason(body.reason, isRequired: status == .active && before.status == .suspended)
            let updated = try change.updateOperator(
                before.name, unixUser: unixUser, rights: rights, status: status,
                // In their order, each is entered as if those after it were not.
                suspendedMeanwhile: call.isEntering ? [] : spill.suspendedOperators)
            change.record(after: JSONValue(encoding: updated))
            return updated
        }
    }

    func whoami(_ call: Call<Nothing>) async throws(Failure) -> Whoami {
        Whoami(
            operator: call.caller.name, rights: call.caller.rights.wire,
            scopes: Scope.allCases.filter(call.caller.scopes.contains), credential: call.caller.credential)
    }
}
