import API

/// An app with MyBot (seed S2, which names `start` and `identify`, and says of signing out only that it is there).
extension HandoffSample {
    /// In the language of the package that is handed over. Nil where an agreement says how that one is built in, and where
    /// nobody signs or no app is allowed.
    static func myBot(_ document: HandoffDocument) -> HandoffSample? {
        guard let identity = document.signedIdentity.optional else { return nil }
        switch document.myBotPackage {
        case .swift: return document.iosBundleIDs.first.map { myBotSwift(document, identity, bundleID: $0) }
        case .kotlin: return myBotKotlin(document, identity)
        case .reactNative: return myBotTypeScript(document, identity)
        case nil: return nil
        }
    }

    /// The allowlists of which the code names an app; Kotlin's takes it from its context.
    static func myBotIdentifiers(_ document: HandoffDocument) -> [[String]] {
        switch document.myBotPackage {
        case .swift: [document.iosBundleIDs]
        case .reactNative: [document.iosBundleIDs, document.androidPackageNames]
        case .kotlin, nil: []
        }
    }

    private static func myBotSwift(
        _ document: HandoffDocument, _ identity: SignedIdentity, bundleID: String
    ) -> HandoffSample {
        HandoffSample(
            language: "swift",
            text: """
                import Foundation
                import MyBotSDK

                /// One for the app, which goes on whatever comes of its calls. reportIntegrationError is yours.
                @MainActor
                final class MyBotIntegration {
                    private var client: MyBotClient?
                    private var identifying: Task<Void, Never>?

                    /// Once, when the app starts: the first start registers the device, later ones continue.
                    func start() async {
                        do {
                            client = try await MyBotClient.start(
                                configuration: Configuration(
                                    projectKey: \(CodeLiteral.swift.of(identity.projectKey)),
                                    baseURL: URL(string: \(CodeLiteral.swift.of(document.baseURL)))!,
                                    appIdentifier: \(CodeLiteral.swift.of(bundleID)),
                                    sdkVersion: \(CodeLiteral.swift.of(document.release.version))
                                )
                            )
                        } catch {
                            reportIntegrationError(error)
                        }
                    }

                    /// When a user has signed in, and after start() where one is signed in already.
                    ///
                    /// - Parameter assertion: asks your backend, which knows the user by the app's session, for
                    ///   a fresh assertion, each time anew: it is good for two minutes. The app neither reads
                    ///   nor keeps it.
                    func userSignedIn(assertion: @escaping @MainActor () async throws -> String) {
                        guard let client else { return }
                        let before = identifying
                        before?.cancel()
                        identifying = Task {
                            await before?.value
                            do {
                                let text = try await assertion()
                                // Signed out, or another user, in the meantime.
                                try Task.checkCancellation()
                                try await client.identify(text)
                            } catch is CancellationError {
                                return
                            } catch {
                                reportIntegrationError(error)
                            }
                        }
                    }

                    /// When the user signs out of your app; await it before the next one signs in. An identify
                    /// that is on its way ends first, so that it cannot come after. What logout is called, see
                    /// the documentation of your version.
                    func userSignedOut() async {
                        identifying?.cancel()
                        await identifying?.value
                        identifying = nil
                        do {
                            try await client?.logout()
                        } catch {
                            reportIntegrationError(error)
                        }
                    }
                }
                """)
    }

    private static func myBotKotlin(_ document: HandoffDocument, _ identity: SignedIdentity) -> HandoffSample {
        HandoffSample(
            language: "kotlin",
            text: """
                import android.content.Context
                import dev.gelfand.mybot.sdk.MyBotClient
                import dev.gelfand.mybot.sdk.MyBotConfiguration
                import kotlinx.coroutines.CancellationException
                import kotlinx.coroutines.CoroutineScope
                import kotlinx.coroutines.CoroutineStart
                import kotlinx.coroutines.Job
                import kotlinx.coroutines.NonCancellable
                import kotlinx.coroutines.cancelAndJoin
                import kotlinx.coroutines.ensureActive
                import kotlinx.coroutines.launch
                import kotlinx.coroutines.withContext

                /// One for the app, called from the main thread. Whatever comes of its calls, the app goes on.
                class MyBotIntegration(
                    private val scope: CoroutineScope,
                    private val reportIntegrationError: (Exception) -> Unit,
                ) {
                    private var client: MyBotClient? = null
                    private var identifying: Job? = null

                    /// Once, when the app starts.
                    suspend fun start(context: Context) = reporting {
                        client = MyBotClient.start(
                            context,
                            MyBotConfiguration(
                                projectKey = \(CodeLiteral.kotlin.of(identity.projectKey)),
                                baseUrl = \(CodeLiteral.kotlin.of(document.baseURL)),
                            ),
                        )
                    }

                    /// When a user has signed in to your app, and after start where one is signed in already.
                    /// assertion asks your backend, which knows the user by the app's session, for a fresh
                    /// one: it is good for two minutes. The app neither reads nor keeps it.
                    fun userSignedIn(assertion: suspend () -> String) {
                        val client = client ?: return
                        val before = identifying
                        before?.cancel()
                        // Begun at once, so that whoever waits for this one waits for the one before it too.
                        identifying = scope.launch(start = CoroutineStart.UNDISPATCHED) {
                            withContext(NonCancellable) { before?.join() }
                            reporting {
                                val text = assertion()
                                // Signed out, or another user, in the meantime.
                                ensureActive()
                                client.identify(text)
                            }
                        }
                    }

                    /// When the user signs out of your app; wait for it before the next one signs in. An
                    /// identify that is on its way ends first. logout is that of your version's documentation.
                    suspend fun userSignedOut() {
                        identifying?.cancelAndJoin()
                        identifying = null
                        reporting { client?.logout() }
                    }

                    private suspend fun reporting(call: suspend () -> Unit) {
                        try {
                            call()
                        } catch (cancelled: CancellationException) {
                            throw cancelled
                        } catch (error: Exception) {
                            reportIntegrationError(error)
                        }
                    }
                }
                """)
    }

    private static func myBotTypeScript(_ document: HandoffDocument, _ identity: SignedIdentity) -> HandoffSample? {
        let (ios, android) = (document.iosBundleIDs.first, document.androidPackageNames.first)
        guard let app = ios ?? android else { return nil }
        let other = android.flatMap { $0.utf8.elementsEqual(app.utf8) ? nil : $0 }
        let literal = CodeLiteral.javaScript.of
        return HandoffSample(
            language: "typescript",
            text: """
                import { MyBotClient } from "@mybot/customer-sdk-react-native";
                \(other == nil ? "" : "import { Platform } from \"react-native\";\n")
                /** One for the app, which goes on whatever comes of its calls. */
                export class MyBotIntegration {
                  private readonly reportIntegrationError: (error: unknown) => void;
                  private client: MyBotClient | undefined;
                  private last: Promise<void> = Promise.resolve();
                  private session = 0;

                  constructor(reportIntegrationError: (error: unknown) => void) {
                    this.reportIntegrationError = reportIntegrationError;
                  }

                  /** Once, when the app starts: the first start registers the device, later ones continue. */
                  start(): Promise<void> {
                    return this.inTurn(async () => {
                      this.client = await MyBotClient.start({
                        projectKey: \(literal(identity.projectKey)),
                        baseURL: \(literal(document.baseURL)),
                        appIdentifier: \(other.map { "Platform.OS === \"ios\" ? \(literal(app)) : \(literal($0))" } ?? literal(app)),
                      });
                    });
                  }

                  /**
                   * When a user has signed in to your app, and at its start where one is signed in already.
                   * assertion asks your backend, which knows the user by the app's session, for a fresh one:
                   * it is good for two minutes. The app neither reads nor keeps it.
                   */
                  async userSignedIn(assertion: () => Promise<string>): Promise<void> {
                    const session = ++this.session;
                    try {
                      const text = await assertion();
                      await this.inTurn(async () => {
                        // Signed out, or another user, in the meantime.
                        if (session === this.session) await this.client?.identify(text);
                      });
                    } catch (error) {
                      this.reportIntegrationError(error);
                    }
                  }

                  /**
                   * When the user signs out of your app; await it before the next one signs in. An identify
                   * that is on its way ends first. logout is that of your version's documentation.
                   */
                  userSignedOut(): Promise<void> {
                    this.session += 1;
                    return this.inTurn(async () => {
                      await this.client?.logout();
                    });
                  }

                  private inTurn(call: () => Promise<void>): Promise<void> {
                    this.last = this.last.then(call).catch(this.reportIntegrationError);
                    return this.last;
                  }
                }
                """)
    }
}

private enum MyBotPackage { case swift, kotlin, reactNative }

extension HandoffDocument {
    /// Nil for another package where an agreement says how.
    fileprivate var myBotPackage: MyBotPackage? {
        switch release.product {
        case SDKPackage.myBot: .swift
        case SDKPackage.myBotAndroid: .kotlin
        case SDKPackage.myBotReactNative: .reactNative
        default: platform == .ios ? .swift : nil
        }
    }
}
