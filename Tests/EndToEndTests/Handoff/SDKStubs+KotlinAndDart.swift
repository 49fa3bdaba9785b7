extension SDKStubs {
    /// Coroutines too: a compiler alone has none.
    static let kotlin: [(name: String, text: String)] = [
        (
            "MyBot.kt",
            """
            package dev.gelfand.mybot.sdk

            import android.content.Context

            class MyBotConfiguration(val projectKey: String, val baseUrl: String)

            class MyBotClient {
                companion object {
                    suspend fun start(context: Context, configuration: MyBotConfiguration): MyBotClient =
                        if (configuration.baseUrl == context.toString()) throw Exception() else MyBotClient()
                }

                suspend fun identify(assertion: String) = require(assertion.isNotEmpty())

                suspend fun logout() = Unit
            }
            """
        ),
        ("Android.kt", "package android.content\n\nclass Context\n"),
        (
            "Coroutines.kt",
            """
            package kotlinx.coroutines

            class CancellationException : Exception()

            interface CoroutineScope

            interface Job {
                fun cancel()
            }

            fun CoroutineScope.launch(block: suspend CoroutineScope.() -> Unit): Job = TODO("$this $block")

            fun CoroutineScope.ensureActive(): Unit = TODO("$this")

            suspend fun Job.cancelAndJoin() = cancel()
            """
        ),
    ]

    /// Packages as `dart pub get` would have found them: it asks a registry, which no test does.
    static let dart: [(name: String, text: String)] = [
        ("app/pubspec.yaml", "name: app\nenvironment:\n  sdk: ^3.5.0\n"),
        (
            "app/.dart_tool/package_config.json",
            """
            {"configVersion": 2, "packages": [
              {"name": "app", "rootUri": "../", "packageUri": "lib/", "languageVersion": "3.5"},
              {"name": "flutter", "rootUri": "../../flutter", "packageUri": "lib/", "languageVersion": "3.5"},
              {"name": "shopstory_player_flutter", "rootUri": "../../shopstory", "packageUri": "lib/",
               "languageVersion": "3.5"}
            ]}
            """
        ),
        (
            "flutter/lib/widgets.dart",
            """
            typedef VoidCallback = void Function();

            class Key {
              const Key();
            }

            class BuildContext {}

            abstract class Widget {
              const Widget({this.key});
              final Key? key;
            }

            abstract class StatelessWidget extends Widget {
              const StatelessWidget({super.key});
              Widget build(BuildContext context);
            }

            abstract class StatefulWidget extends Widget {
              const StatefulWidget({super.key});
              State createState();
            }

            abstract class State<T extends StatefulWidget> {
              T get widget => throw UnimplementedError();
              void initState() {}
              void dispose() {}
              Widget build(BuildContext context);
            }

            class RouteSettings {
              const RouteSettings({this.name});
              final String? name;
            }

            class Route<T> {
              RouteSettings get settings => const RouteSettings();
            }

            class FlutterErrorDetails {
              const FlutterErrorDetails({required this.exception, this.stack});
              final Object exception;
              final StackTrace? stack;
            }

            class FlutterError {
              static void reportError(FlutterErrorDetails details) {}
            }
            """
        ),
        ("flutter/lib/material.dart", "export 'widgets.dart';\n"),
        (
            "shopstory/lib/shopstory_player_flutter.dart",
            """
            import 'package:flutter/widgets.dart';

            class ShopStorySurface {
              const ShopStorySurface(this.name);
              final String name;
              static const home = ShopStorySurface('home');
              static const productDetail = ShopStorySurface('productDetail');
              static const cart = ShopStorySurface('cart');
              static const checkout = ShopStorySurface('checkout');
              static const unknown = ShopStorySurface('unknown');
            }

            class ShopStoryPlayerFlutter {
              static final instance = ShopStoryPlayerFlutter();
              bool get isSupportedPlatform => true;
              Future<void> configure({required String applicationId}) async {}
              Future<void> setCurrentSurface(ShopStorySurface surface) async {}
            }

            class ShopStoryNavigatorObserver {
              ShopStoryNavigatorObserver({required this.surfaceForRoute});
              final ShopStorySurface Function(Route<dynamic>? route) surfaceForRoute;
            }

            class ShopStoryProductDetailScope extends StatelessWidget {
              const ShopStoryProductDetailScope({super.key, required this.feedProductId, required this.child});
              final String feedProductId;
              final Widget child;
              @override
              Widget build(BuildContext context) => child;
            }
            """
        ),
    ]
}
