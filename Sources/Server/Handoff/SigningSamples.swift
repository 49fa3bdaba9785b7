import API

/// Whole programs that sign an identity assertion (contract, section 4) with nothing but the language's own library, and
/// print it. The secret comes from the environment and stands in none of them.
extension HandoffSample {
    /// The variable that a backend's secret store fills.
    static let secretVariable = "SDK_IDENTITY_SECRET"

    /// Prints the fingerprint of the secret that a backend holds.
    static let fingerprint = HandoffSample(
        language: "sh", text: "printf %s \"$\(secretVariable)\" | sha256sum | cut -c 1-12")

    static func node(_ identity: SignedIdentity) -> HandoffSample {
        HandoffSample(
            language: "javascript",
            text: """
                // sign.mjs: node sign.mjs USER_ID
                import { createHmac, randomUUID } from "node:crypto";

                const projectKey = \(CodeLiteral.javaScript.of(identity.projectKey));
                const audience = \(CodeLiteral.javaScript.of(identity.audience));

                // userID: of the user whom your backend has authenticated; stable, 1 to 256 bytes.
                export function identityAssertion(userID) {
                  const secret = (process.env.\(secretVariable) ?? "").trim();
                  if (!secret) throw new Error("\(secretVariable) is not set");
                  const length = Buffer.byteLength(userID ?? "");
                  if (length < 1 || length > 256) throw new Error("a user ID has 1 to 256 bytes");

                  // Ten seconds back, because an assertion of the future is refused, be it by one second.
                  const iat = Math.floor(Date.now() / 1000) - 10;
                  const claims = {
                    project_key: projectKey,
                    aud: audience,
                    jti: randomUUID(),
                    iat,
                    exp: iat + 120,
                    user_id: userID,
                  };
                  const part = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
                  const signed = `${part({ alg: "HS256", typ: "JWT" })}.${part(claims)}`;
                  // The key is the whole secret as it was delivered, as text.
                  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
                }

                console.log(identityAssertion(process.argv[2]));
                """)
    }

    static func python(_ identity: SignedIdentity) -> HandoffSample {
        HandoffSample(
            language: "python",
            text: """
                # sign.py: python3 sign.py USER_ID
                import base64
                import hashlib
                import hmac
                import json
                import os
                import sys
                import time
                import uuid

                PROJECT_KEY = \(CodeLiteral.python.of(identity.projectKey))
                AUDIENCE = \(CodeLiteral.python.of(identity.audience))


                def identity_assertion(user_id):
                    # user_id: of the user whom your backend has authenticated; stable, 1 to 256 bytes.
                    secret = os.environ.get("\(secretVariable)", "").strip()
                    if not secret:
                        raise RuntimeError("\(secretVariable) is not set")
                    if not 1 <= len(user_id.encode()) <= 256:
                        raise ValueError("a user ID has 1 to 256 bytes")

                    # Ten seconds back, because an assertion of the future is refused, be it by one second.
                    iat = int(time.time()) - 10
                    claims = {
                        "project_key": PROJECT_KEY,
                        "aud": AUDIENCE,
                        "jti": str(uuid.uuid4()),
                        "iat": iat,
                        "exp": iat + 120,
                        "user_id": user_id,
                    }
                    signed = part(json.dumps({"alg": "HS256", "typ": "JWT"})) + "." + part(json.dumps(claims))
                    # The key is the whole secret as it was delivered, as text.
                    tag = hmac.new(secret.encode(), signed.encode(), hashlib.sha256).digest()
                    return signed + "." + part(tag)


                def part(value):
                    data = value.encode() if isinstance(value, str) else value
                    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


                if __name__ == "__main__":
                    print(identity_assertion(sys.argv[1] if len(sys.argv) > 1 else ""))
                """)
    }

    static func go(_ identity: SignedIdentity) -> HandoffSample {
        HandoffSample(
            language: "go",
            text: """
                // sign.go: go run sign.go USER_ID
                package main

                import (
                \t"crypto/hmac"
                \t"crypto/rand"
                \t"crypto/sha256"
                \t"encoding/base64"
                \t"encoding/json"
                \t"errors"
                \t"fmt"
                \t"log"
                \t"os"
                \t"strings"
                \t"time"
                )

                const (
                \tprojectKey = \(CodeLiteral.go.of(identity.projectKey))
                \taudience   = \(CodeLiteral.go.of(identity.audience))
                )

                // IdentityAssertion takes the ID of a user whom your backend authenticated; stable, 1 to 256 bytes.
                func IdentityAssertion(userID string) (string, error) {
                \tsecret := strings.TrimSpace(os.Getenv("\(secretVariable)"))
                \tif secret == "" {
                \t\treturn "", errors.New("\(secretVariable) is not set")
                \t}
                \tif len(userID) < 1 || len(userID) > 256 {
                \t\treturn "", errors.New("a user ID has 1 to 256 bytes")
                \t}

                \t// A random UUID, version 4.
                \tid := make([]byte, 16)
                \tif _, err := rand.Read(id); err != nil {
                \t\treturn "", err
                \t}
                \tid[6] = id[6]&0x0f | 0x40
                \tid[8] = id[8]&0x3f | 0x80

                \t// Ten seconds back, because an assertion of the future is refused, be it by one second.
                \tiat := time.Now().Unix() - 10
                \tclaims, err := json.Marshal(map[string]any{
                \t\t"project_key": projectKey,
                \t\t"aud":         audience,
                \t\t"jti":         fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:]),
                \t\t"iat":         iat,
                \t\t"exp":         iat + 120,
                \t\t"user_id":     userID,
                \t})
                \tif err != nil {
                \t\treturn "", err
                \t}
                \tpart := base64.RawURLEncoding.EncodeToString
                \tsigned := part([]byte(`{"alg":"HS256","typ":"JWT"}`)) + "." + part(claims)
                \t// The key is the whole secret as it was delivered, as text.
                \ttag := hmac.New(sha256.New, []byte(secret))
                \ttag.Write([]byte(signed))
                \treturn signed + "." + part(tag.Sum(nil)), nil
                }

                func main() {
                \tuserID := ""
                \tif len(os.Args) > 1 {
                \t\tuserID = os.Args[1]
                \t}
                \tassertion, err := IdentityAssertion(userID)
                \tif err != nil {
                \t\tlog.Fatal(err)
                \t}
                \tfmt.Println(assertion)
                }
                """)
    }
}
