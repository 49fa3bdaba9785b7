"""Signs claims as a retailer's backend would, with the secret as it was shown.

Usage: sign.py pyjwt|jwcrypto|joserfc good|bad <FILE      FILE: {"secret": …, "claims": {…}}; prints the assertion.

What is bad is a mistake that this library makes easy, and the service must refuse it.
"""
import json
import sys


def pyjwt(secret, claims, is_good):
    import jwt

    # "Stronger is better."
    return jwt.encode(claims, secret, algorithm="HS256" if is_good else "HS512")


def jwcrypto(secret, claims, is_good):
    from jwcrypto import jwk, jwt
    from jwcrypto.common import base64url_encode

    # An issuer by the application's default settings.
    defaults = {} if is_good else {"iss": "https://id.acme.example"}
    token = jwt.JWT(header={"alg": "HS256", "typ": "JWT"}, claims=claims, default_claims=defaults)
    token.make_signed_token(jwk.JWK(kty="oct", k=base64url_encode(secret)))
    return token.serialize()


def joserfc(secret, claims, is_good):
    from joserfc import jwt
    from joserfc.jwk import OctKey

    # A session's lifetime in the place of an assertion's.
    if not is_good:
        claims["exp"] = claims["iat"] + 3600
    return jwt.encode({"alg": "HS256"}, claims, OctKey.import_key(secret))


library, quality = sys.argv[1:]
order = json.load(sys.stdin)
print({"pyjwt": pyjwt, "jwcrypto": jwcrypto, "joserfc": joserfc}[library](order["secret"], order["claims"], quality == "good"))
