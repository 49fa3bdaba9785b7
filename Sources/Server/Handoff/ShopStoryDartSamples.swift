import API
import Domain

/// A Flutter app with ShopStory (seed S0).
extension HandoffSample {
    static func shopStoryDart(_ document: HandoffDocument) -> HandoffSample {
        let literal = CodeLiteral.dart
        let cases = document.routes.entries.map { entry in
            let surface =
                Surfaces.standard.contains(entry.surface)
                ? "ShopStorySurface.\(entry.surface)" : "ShopStorySurface(\(literal.of(entry.surface)))"
            return "      \(literal.of(entry.pattern)) => \(surface),\n"
        }
        let hasOwn = document.routes.entries.contains { !Surfaces.standard.contains($0.surface) }
        let ofOwn =
            hasOwn ? "\n/// How a surface beyond the standard ones is made, see the package's documentation." : ""
        return HandoffSample(
            language: "dart",
            text: """
                import 'package:flutter/material.dart';
                import 'package:shopstory_player_flutter/shopstory_player_flutter.dart';

                final shopStory = ShopStoryPlayerFlutter.instance;
                var isShopStoryConfigured = false;

                /// Once, when the app starts; runApp does not wait for it. Whatever comes of it, the app goes on.
                Future<void> configureShopStory() async {
                  if (!shopStory.isSupportedPlatform) return;
                  try {
                    await shopStory.configure(applicationId: \(literal.of(document.applicationID)));
                    isShopStoryConfigured = true;
                  } catch (error, stackTrace) {
                    // Nothing of ShopStory is shown then.
                    FlutterError.reportError(
                      FlutterErrorDetails(exception: error, stack: stackTrace),
                    );
                  }
                }

                /// For navigatorObservers of the one root Navigator.
                final shopStoryObserver = ShopStoryNavigatorObserver(
                  surfaceForRoute: mapRouteToShopStorySurface,
                );

                /// What that observer does not see: tabs, nested navigators, a declarative router. Whoever
                /// owns that state calls it after each change of the visible screen.
                Future<void> shopStoryScreenChanged(String pattern) async {
                  await shopStory.setCurrentSurface(shopStorySurfaceOf(pattern));
                }

                /// The names of your routes have to be the patterns of the map.
                ShopStorySurface mapRouteToShopStorySurface(Route<dynamic>? route) =>
                    shopStorySurfaceOf(route?.settings.name);

                /// By the route map, version \(document.routes.version).
                ///
                /// It compares with the map's pattern as it is written, '/product/:id'. An open path,
                /// '/product/00123', is unknown, where nothing shows and no error says why.\(ofOwn)
                ShopStorySurface shopStorySurfaceOf(String? pattern) => switch (pattern) {
                \(cases.joined())      _ => ShopStorySurface.unknown,
                    };
                """)
    }

    static let shopStoryDartProductPage = HandoffSample(
        language: "dart",
        text: """
            import 'package:flutter/widgets.dart';
            import 'package:shopstory_player_flutter/shopstory_player_flutter.dart';

            /// Around the content of the app's product page, which looks the same without it.
            class ProductPageVideo extends StatelessWidget {
              const ProductPageVideo({
                super.key,
                required this.feedProductId,
                required this.child,
              });

              /// A string, as in the feed: leading zeros matter.
              final String feedProductId;
              final Widget child;

              @override
              Widget build(BuildContext context) {
                // isShopStoryConfigured is that of the configuration above.
                if (!isShopStoryConfigured || feedProductId.isEmpty) return child;
                return ShopStoryProductDetailScope(
                  feedProductId: feedProductId,
                  child: child,
                );
              }
            }
            """)

    /// The seeds name `onOpenProduct`, `onAddProduct` and `dispose`, and not what registers them: the app hands that in.
    static func shopStoryDartProductActions(callsCart: Bool) -> HandoffSample {
        let part = { (text: String) in callsCart ? text : "" }
        return HandoffSample(
            language: "dart",
            text: """
                import 'package:flutter/widgets.dart';

                /// True once the app has done it.
                typedef ProductHandler = Future<bool> Function(String? feedProductId);

                /// Around the root of the app. The handlers are registered before anything of ShopStory is
                /// built, and released when the app's root is.
                class ShopStoryProductActions extends StatefulWidget {
                  const ShopStoryProductActions({
                    super.key,
                    required this.register,
                    required this.openProduct,
                \(part("    required this.addToCart,\n"))    required this.child,
                  });

                  /// Yours: hands the handlers to the registration of the package, whose name and types of
                  /// results are in its documentation, and returns that registration's dispose.
                  final VoidCallback Function({
                    required ProductHandler onOpenProduct,
                \(part("    required ProductHandler onAddProduct,\n"))  }) register;

                  /// Finds the product in the app's catalogue and opens its page; true once the route is taken.
                  final Future<bool> Function(String feedProductId) openProduct;
                \(part("""

                      /// Calls the app's cart; true only once the cart has confirmed it. The app does what was
                      /// agreed where the cart does not answer.
                      final Future<bool> Function(String feedProductId) addToCart;

                    """))
                  final Widget child;

                  @override
                  State<ShopStoryProductActions> createState() => _ShopStoryProductActionsState();
                }

                class _ShopStoryProductActionsState extends State<ShopStoryProductActions> {
                  late final VoidCallback _release;

                  @override
                  void initState() {
                    super.initState();
                    _release = widget.register(
                      onOpenProduct: (id) => _act(id, widget.openProduct),
                \(part("      onAddProduct: (id) => _act(id, widget.addToCart),\n"))    );
                  }

                  @override
                  void dispose() {
                    _release();
                    super.dispose();
                  }

                  /// Without the ID of your catalogue nothing happens.
                  Future<bool> _act(
                    String? feedProductId,
                    Future<bool> Function(String feedProductId) act,
                  ) async {
                    if (feedProductId == null || feedProductId.isEmpty) return false;
                    try {
                      return await act(feedProductId);
                    } catch (error, stackTrace) {
                      FlutterError.reportError(
                        FlutterErrorDetails(exception: error, stack: stackTrace),
                      );
                      return false;
                    }
                  }

                  @override
                  Widget build(BuildContext context) => widget.child;
                }
                """)
    }
}
