// OpenSSL's libcrypto, as Crypto uses it. Macros that Swift cannot import become functions here.
#ifndef SSADMIN_COPENSSL_H
#define SSADMIN_COPENSSL_H

#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <openssl/sha.h>

#endif
