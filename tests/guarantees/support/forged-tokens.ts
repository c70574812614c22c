import { createHmac, generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { application } from "../../../local-store/config.ts";
import { DEMO } from "../../support/test-shop.ts";

const SECRET: string = application.apiSecret;
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Claims as Shopify writes them, with some of them changed; `undefined` leaves one out. */
function claims(changed: Record<string, unknown> = {}): object {
  const now = Math.floor(Date.now() / 1000);
  const right = {
    iss: `https://${DEMO}/admin`,
    dest: `https://${DEMO}`,
    aud: application.apiKey,
    sub: "1",
    exp: now + 60,
    nbf: now,
    iat: now,
    jti: randomUUID(),
    sid: randomUUID(),
  };
  return { ...right, ...changed };
}

function signed(payload: object, { secret = SECRET, header = { alg: "HS256", typ: "JWT" } as object } = {}) {
  const text = `${part(header)}.${part(payload)}`;
  return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
}

function signedByKeyPair(payload: object): string {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const text = `${part({ alg: "RS256", typ: "JWT" })}.${part(payload)}`;
  return `${text}.${sign("sha256", Buffer.from(text), privateKey).toString("base64url")}`;
}

/** Flips the last signature byte. Base64's last character alone may carry unused bits. */
function withOtherSignature(token: string): string {
  const [header, payload, signature = ""] = token.split(".");
  const bytes = Buffer.from(signature, "base64url");
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  return `${header}.${payload}.${bytes.toString("base64url")}`;
}

/** Every kind of session token that must not be believed, fresh at each call (promise R18). */
export function forgedTokens(): Record<string, string> {
  const now = Math.floor(Date.now() / 1000);
  const good = signed(claims());
  const [header, payload, signature] = good.split(".") as [string, string, string];
  return {
    "signed with another secret": signed(claims(), { secret: "another secret" }),
    "signed with an empty secret": signed(claims(), { secret: "" }),
    "alg none, no signature": `${part({ alg: "none", typ: "JWT" })}.${part(claims())}.`,
    "alg none, old signature": `${part({ alg: "none", typ: "JWT" })}.${payload}.${signature}`,
    "alg HS512 claimed": signed(claims(), { header: { alg: "HS512", typ: "JWT" } }),
    "alg RS256 claimed, signed by HMAC": signed(claims(), { header: { alg: "RS256", typ: "JWT" } }),
    "signed by a key pair": signedByKeyPair(claims()),
    "a key of its own in the header": signed(claims(), {
      secret: "mine",
      header: { alg: "HS256", jwk: { kty: "oct", k: Buffer.from("mine").toString("base64url") } },
    }),
    "claims changed after signing": `${header}.${part(claims({ sub: "2" }))}.${signature}`,
    "one bit of the signature": withOtherSignature(good),
    "signature left out": `${header}.${payload}`,
    "for another app": signed(claims({ aud: "another-app" })),
    "issued by another shop": signed(claims({ iss: "https://backroom-second.myshopify.com/admin" })),
    "issued by a foreign host": signed(claims({ iss: "https://evil.example/admin" })),
    "for a foreign host": signed(claims({ iss: "https://evil.example/admin", dest: "https://evil.example" })),
    "for a host that only begins like a shop": signed(
      claims({ iss: `https://${DEMO}.evil.example/admin`, dest: `https://${DEMO}.evil.example` }),
    ),
    "for a shop that does not exist": signed(
      claims({ iss: "https://unknown.myshopify.com/admin", dest: "https://unknown.myshopify.com" }),
    ),
    "destination left out": signed(claims({ dest: undefined })),
    "destination isn't an address": signed(claims({ dest: "no address", iss: "no address/admin" })),
    expired: signed(claims({ exp: now - 60, nbf: now - 120, iat: now - 120 })),
    "never expires": signed(claims({ exp: undefined })),
    "not yet valid": signed(claims({ nbf: now + 600, iat: now + 600, exp: now + 660 })),
    "without a subject": signed(claims({ sub: undefined })),
    "an administrator unknown to the shop": signed(claims({ sub: "4711" })),
    "a subject that is a piece of SQL": signed(claims({ sub: "1' OR '1'='1" })),
    truncated: good.slice(0, -10),
    "twice in one header": `${good} ${good}`,
    "twice, with a comma": `${good}, ${good}`,
    "base64 junk": Buffer.from("not a token at all").toString("base64"),
    empty: "",
    "an access token": "shpat_0123456789abcdef0123456789abcdef",
  };
}
