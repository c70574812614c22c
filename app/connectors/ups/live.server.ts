import { createHash, randomUUID } from "node:crypto";
import { z } from "zod";
import { Refusal } from "~/platform/errors";
import { parseDecimal } from "~/platform/money/decimal";
import { type OutboundRequest, sendOutbound } from "~/platform/outbound.server";
import {
  type LabelRequest,
  type Ups,
  type UpsAccess,
  type UpsAddress,
  UpsFailed,
  type UpsLabel,
  UpsRefused,
  UpsSilent,
  type UpsTracking,
  UpsVoidRefused,
} from "./port";

/** UPS Print Return Label: the label comes with the answer. */
const PRINT_RETURN_LABEL = "9";
const LABEL = { LabelImageFormat: { Code: "GIF" }, LabelStockSize: { Height: "6", Width: "4" } };

/** UPS writes a list of one as the item alone. */
const listOf = <T extends z.ZodType>(item: T) =>
  z.preprocess((value) => (Array.isArray(value) ? value : [value]), z.array(item).min(1));

const image = z.object({ GraphicImage: z.string().min(1) });
const charge = z.object({ CurrencyCode: z.string(), MonetaryValue: z.string() });
const shipAnswer = z.object({
  ShipmentResponse: z.object({
    ShipmentResults: z.object({
      // A label without a known price is a label all the same.
      ShipmentCharges: z.object({ TotalCharges: charge }).optional().catch(undefined),
      NegotiatedRateCharges: z.object({ TotalCharge: charge }).optional().catch(undefined),
      ShipmentIdentificationNumber: z.string(),
      PackageResults: listOf(z.object({ TrackingNumber: z.string(), ShippingLabel: image })),
    }),
  }),
});
const recoveryAnswer = z.object({
  LabelRecoveryResponse: z.object({
    ShipmentIdentificationNumber: z.string().optional(),
    LabelResults: listOf(z.object({ TrackingNumber: z.string(), LabelImage: image })),
  }),
});
const trackAnswer = z.object({
  trackResponse: z.object({
    shipment: listOf(
      z.object({
        package: listOf(
          z.object({
            currentStatus: z.object({ type: z.string().default(""), description: z.string().default("") }),
          }),
        ).optional(),
      }),
    ),
  }),
});
const addressAnswer = z.object({ XAVResponse: z.object({ NoCandidatesIndicator: z.string().optional() }) });

/** What UPS answers when it has no such label or number. Its codes differ between its interfaces, its words don't. */
const NOT_FOUND = /not found|was found|no (label|shipment|tracking)/i;
const ALREADY_VOIDED = /already (been )?void/i;
/** UPS's codes about the shipment itself. Wrong credentials and faulty requests have others. */
const VOID_REFUSED = /^1901\d\d$/;

/** UPS's REST interface (https://developer.ups.com): Shipping, Label Recovery, Tracking and Address Validation. */
export function liveUps(access: UpsAccess): Ups {
  const post = (path: string, body: unknown) => sendToUps(access, { method: "POST", path, body });
  return {
    async buyReturnLabel(request) {
      const answer = shipAnswer.parse(await post("/shipments/v2409/ship", shipmentRequest(access, request)));
      const {
        ShipmentIdentificationNumber: shipmentId,
        PackageResults,
        ShipmentCharges,
        NegotiatedRateCharges,
      } = answer.ShipmentResponse.ShipmentResults;
      const [{ TrackingNumber, ShippingLabel }] = PackageResults as [(typeof PackageResults)[number]];
      // The account's own rate, where it has one.
      const total = NegotiatedRateCharges?.TotalCharge ?? ShipmentCharges?.TotalCharges;
      return { ...labelOf(shipmentId, TrackingNumber, ShippingLabel), cost: total ? costOf(total) : null };
    },

    async recoverLabel(reference) {
      const request = {
        LabelRecoveryRequest: {
          Request: {},
          LabelSpecification: { LabelImageFormat: LABEL.LabelImageFormat },
          ReferenceValues: { ReferenceNumber: { Value: reference }, ShipperNumber: access.accountNumber },
        },
      };
      const answer = await orNull(post("/labels/v1/recovery", request));
      if (answer === null) return null;
      const { ShipmentIdentificationNumber, LabelResults } =
        recoveryAnswer.parse(answer).LabelRecoveryResponse;
      const [{ TrackingNumber, LabelImage }] = LabelResults as [(typeof LabelResults)[number]];
      // A shipment of one package has its number.
      return labelOf(ShipmentIdentificationNumber ?? TrackingNumber, TrackingNumber, LabelImage);
    },

    async voidShipment(shipmentId) {
      const path = `/shipments/v2409/void/cancel/${encodeURIComponent(shipmentId)}`;
      await sendToUps(access, { method: "DELETE", path }).catch((error: unknown) => {
        if (!(error instanceof UpsRefused)) throw error;
        if (ALREADY_VOIDED.test(error.message)) return;
        throw VOID_REFUSED.test(error.code) ? new UpsVoidRefused(error.code, error.message) : error;
      });
    },

    async track(trackingNumber) {
      const path = `/track/v1/details/${encodeURIComponent(trackingNumber)}`;
      const answer = await orNull(sendToUps(access, { method: "GET", path }));
      const [shipment] = answer === null ? [] : trackAnswer.parse(answer).trackResponse.shipment;
      const status = shipment?.package?.[0]?.currentStatus;
      return status ? { state: stateOf(status.type), description: status.description } : null;
    },

    async signIn() {
      await renewToken(access);
    },

    async isAddressValid({ name, lines, city, state, zip }) {
      const [PostcodePrimaryLow = "", PostcodeExtendedLow] = zip.split("-");
      const answer = await post("/addressvalidation/v2/1", {
        XAVRequest: {
          AddressKeyFormat: {
            ConsigneeName: name,
            AddressLine: lines,
            PoliticalDivision2: city.slice(0, MAX_CITY_LENGTH),
            PoliticalDivision1: state,
            PostcodePrimaryLow,
            ...(PostcodeExtendedLow && { PostcodeExtendedLow }),
            CountryCode: "US",
          },
        },
      });
      return addressAnswer.parse(answer).XAVResponse.NoCandidatesIndicator === undefined;
    },
  };
}

const orNull = (answer: Promise<unknown>): Promise<unknown> =>
  answer.catch((error: unknown) => {
    if (error instanceof UpsRefused && NOT_FOUND.test(error.message)) return null;
    throw error;
  });

const labelOf = (
  shipmentId: string,
  trackingNumber: string,
  { GraphicImage }: z.infer<typeof image>,
): UpsLabel => ({
  shipmentId,
  trackingNumber,
  image: Buffer.from(GraphicImage, "base64"),
  cost: null,
});

function costOf({ CurrencyCode: currency, MonetaryValue }: z.infer<typeof charge>): UpsLabel["cost"] {
  try {
    return { cents: parseDecimal(MonetaryValue, currency, "round"), currency };
  } catch {
    return null;
  }
}

const stateOf = (type: string): UpsTracking["state"] => {
  if (type === "D") return "delivered";
  if (type === "X" || type === "RS") return "exception";
  return type === "M" || type === "MV" || type === "" ? "labelCreated" : "inTransit";
};

/** Characters. No city in the United States has a longer name. */
const MAX_CITY_LENGTH = 30;
const MIN_POUNDS = 0.1;

function shipmentRequest({ accountNumber }: UpsAccess, request: LabelRequest) {
  const { reference, sender, receiver, weight, service, packaging, description } = request;
  const pounds = Math.max(MIN_POUNDS, Math.ceil(weight * 10) / 10);
  return {
    ShipmentRequest: {
      Request: { RequestOption: "nonvalidate" },
      Shipment: {
        Description: description,
        ReturnService: { Code: PRINT_RETURN_LABEL },
        Shipper: { ...partyOf(receiver), ShipperNumber: accountNumber },
        ShipTo: partyOf(receiver),
        ShipFrom: partyOf(sender),
        PaymentInformation: {
          ShipmentCharge: [{ Type: "01", BillShipper: { AccountNumber: accountNumber } }],
        },
        Service: { Code: service },
        Package: [
          {
            Description: description,
            Packaging: { Code: packaging },
            PackageWeight: { UnitOfMeasurement: { Code: "LBS" }, Weight: String(pounds) },
            ReferenceNumber: [{ Value: reference }],
          },
        ],
      },
      LabelSpecification: LABEL,
    },
  };
}

const partyOf = ({ name, lines, city, state, zip, phone }: UpsAddress) => ({
  Name: name,
  AttentionName: name,
  ...(phone && { Phone: { Number: phone } }),
  Address: {
    AddressLine: lines,
    City: city.slice(0, MAX_CITY_LENGTH),
    StateProvinceCode: state,
    PostalCode: zip.replace("-", ""),
    CountryCode: "US",
  },
});

const ANSWER_WITHIN_MS = 25_000;
/** In characters. An answer with a label is the longest: it has the image in Base64. */
const MAX_ANSWER_LENGTH = 4_000_000;
/** A token is renewed this long before it expires. */
const RENEW_BEFORE_MS = 60_000;

const tokenAnswer = z.object({ access_token: z.string(), expires_in: z.coerce.number() });
const errorAnswer = z.object({
  response: z.object({ errors: z.array(z.object({ code: z.coerce.string(), message: z.string() })).min(1) }),
});

/** Tokens by account. A process uses one for hours. */
const tokens = new Map<string, { token: string; expiresAt: number }>();

/** A request to UPS. */
interface UpsRequest {
  method: OutboundRequest["method"];
  /** Below `/api`. */
  path: string;
  body?: unknown;
}

/**
 * Sends a request with the account's token.
 * @throws UpsRefused: nothing was done. UpsFailed for 408, 429 and 5xx, and any other error: the outcome must be looked up
 */
async function sendToUps(access: UpsAccess, request: UpsRequest): Promise<unknown> {
  const first = await sendWithToken(access, request, await tokenOf(access));
  if (first.status !== 401) return readAnswer(first);
  // UPS can revoke a token before it expires. A request that was answered with 401 was not executed, so it is safe to repeat.
  tokens.delete(tokenKey(access));
  return readAnswer(await sendWithToken(access, request, await tokenOf(access)));
}

function sendWithToken({ baseUrl }: UpsAccess, { method, path, body }: UpsRequest, token: string) {
  return send(`${baseUrl}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      accept: "application/json",
      // UPS requires both for tracking.
      transId: randomUUID(),
      transactionSrc: "Backroom",
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    timeoutMs: ANSWER_WITHIN_MS,
    maxLength: MAX_ANSWER_LENGTH,
  });
}

/** @throws UpsSilent when no answer arrives. A refusal is about the address that was entered */
const send: typeof sendOutbound = (address, request) =>
  sendOutbound(address, request).catch((cause: unknown) => {
    throw cause instanceof Refusal ? cause : new UpsSilent("UPS didn't answer.", { cause });
  });

async function tokenOf(access: UpsAccess): Promise<string> {
  const stored = tokens.get(tokenKey(access));
  return stored && stored.expiresAt > Date.now() ? stored.token : renewToken(access);
}

/** Gets a token for the account. @throws UpsRefused for a client or a secret that UPS doesn't accept */
async function renewToken(access: UpsAccess): Promise<string> {
  const { baseUrl, clientId, key } = access;
  const answer = await send(`${baseUrl}/security/v1/oauth/token`, {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${key}`).toString("base64")}`,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: "grant_type=client_credentials",
    timeoutMs: ANSWER_WITHIN_MS,
  });
  const { access_token: token, expires_in: seconds } = tokenAnswer.parse(readAnswer(answer));
  tokens.set(tokenKey(access), { token, expiresAt: Date.now() + seconds * 1_000 - RENEW_BEFORE_MS });
  return token;
}

/** Includes the secret, so that a changed secret isn't used with the earlier token. */
const tokenKey = ({ baseUrl, clientId, key }: UpsAccess): string =>
  createHash("sha256")
    .update(JSON.stringify([baseUrl, clientId, key]))
    .digest("hex");

function readAnswer({ status, body }: { status: number; body: string }): unknown {
  if (status >= 200 && status < 300) return JSON.parse(body);
  // After 408 and 429, nothing was done either, but another attempt may succeed.
  if (status >= 500 || status === 408 || status === 429) throw new UpsFailed(`UPS answered ${status}.`);
  const parsed = errorAnswer.safeParse(jsonIn(body));
  const [error] = parsed.data?.response.errors ?? [];
  throw new UpsRefused(error?.code ?? String(status), error?.message ?? `HTTP ${status}`);
}

function jsonIn(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
