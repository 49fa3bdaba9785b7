// As sign.py, with what node has of its own: node sign.mjs good|bad <FILE
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";

const { secret, claims } = JSON.parse(readFileSync(0, "utf8"));
const isGood = process.argv[2] === "good";
// Milliseconds, as Date.now() gives them: an exp that is far too far.
if (!isGood) claims.exp *= 1000;
const part = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
const signed = `${part({ alg: "HS256", typ: "JWT" })}.${part(claims)}`;
console.log(`${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`);
