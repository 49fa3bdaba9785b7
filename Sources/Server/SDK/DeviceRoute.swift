import API
import Domain
import HTTP

/// The calls that wait for the database: of installations, and of a retailer's engineer who fetches a secret.
enum DeviceRoute: CaseIterable, Sendable {
    case register, refresh, identify, logOut, content, chat, unwrap

    var method: Method {
        switch self {
        case .register, .refresh, .identify, .logOut, .unwrap: .post
        case .content, .chat: .get
        }
    }

    /// Also the label of metrics.
    var path: String {
        switch self {
        case .register: SDKAPI.register
        case .refresh: SDKAPI.refresh
        case .identify: SDKAPI.identify
        case .logOut: SDKAPI.logout
        case .content: SDKAPI.content
        case .chat: SDKAPI.chat
        case .unwrap: SDKAPI.unwrap
        }
    }
}

extension Devices {
    /// Reads a request, has it served, and writes the answer.
    func respond(to request: Request, with route: DeviceRoute) async -> Response {
        let call = TokenCall(request)
        do throws(Failure) {
            switch route {
            case .register: return .device(201, try await register(call.body))
            case .refresh: return .device(200, try await refresh(call))
            case .identify: return .device(200, try await identify(call))
            case .logOut: return .device(200, try await logOut(call))
            case .content:
                try await content(call)
                return .json(200, #"{"items":[]}"#)
            case .chat:
                try await chat(call)
            case .unwrap: return .device(200, try await unwrap(call.body, from: request.peer.source))
            }
        } catch {
            if error.code.status >= 500, let detail = error.detail {
                log.error("device call failed", ["route": route.path, "detail": detail])
            }
            return .sdkFailure(error)
        }
    }

    func admit(_ credential: PolicyRequest.Credential) throws(Failure) -> PolicyFeed.Entry {
        let now = world.now()
        return switch credential {
        case .projectKey(let key, let app, let platform):
            try admission.admit(key: key, app: app, platform: platform, at: now)
        case .applicationID(let id, let app, let platform):
            try admission.admit(applicationID: id, app: app, platform: platform, at: now)
        }
    }
}

extension Devices.TokenCall {
    fileprivate init(_ request: Request) {
        token = request.headers.bearer.flatMap(InstallationToken.init)
        let epochs = request.headers.all(SDKAPI.epochHeader)
        epoch = epochs.count == 1 ? epochs[0] : nil
        let value = try? JSONScanner.scan(request.body)
        if case .object = value { body = value } else { body = nil }
    }
}

extension Response {
    /// An answer to one caller: it may hold a token.
    fileprivate static func device(_ status: Int, _ answer: some Encodable) -> Response {
        Response(
            status: status, headers: [("Content-Type", "application/json"), ("Cache-Control", "no-store")],
            body: JSONWriter.encode(answer))
    }
}
