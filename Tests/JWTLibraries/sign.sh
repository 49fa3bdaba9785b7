#!/usr/bin/env bash
# As sign.py, with openssl alone: sign.sh good|bad <FILE
set -euo pipefail

order=$(cat)
secret=$(jq -r .secret <<<"$order")
claims=$(jq -c .claims <<<"$order")
# The mistake: its hex digits decoded, where the whole string as shown is the key.
[[ $1 == good ]] && key=$(printf %s "$secret" | od -An -v -tx1 | tr -d ' \n') || key=${secret:6:64}
part() { openssl base64 -A | tr '+/' '-_' | tr -d '='; }
signed=$(printf '{"alg":"HS256","typ":"JWT"}' | part).$(printf %s "$claims" | part)
echo "$signed.$(printf %s "$signed" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | part)"
