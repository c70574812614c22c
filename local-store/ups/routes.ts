import { setTimeout as delay } from "node:timers/promises";
import { json, type Request, type Response, Router, urlencoded } from "express";
import type { Store } from "../data/database.ts";
import { accountOfToken, issueToken, TOKEN_SECONDS, type UpsAccount } from "./accounts.ts";
import { UpsOperation } from "./documents.ts";
import { drawLabel, type LabelShipment } from "./draw-label.ts";
import {
  findByReference,
  findShipment,
  insertShipment,
  listShipments,
  type ShipmentRow,
  setTrackingStatus,
  voidShipment,
} from "./shipments.ts";

/** How long a simulated timeout keeps the connection open. */
const TIMEOUT_MS = 300;

/** An error as UPS answers it. */
class UpsError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

const SERVER_ERROR = new UpsError(500, "10001", "Internal server error");

type Handler = (account: UpsAccount, request: Request) => Promise<unknown>;

/**
 * The API of the UPS stand-in below `/ups`. Requests are validated against UPS's own OpenAPI documents. For scripts and tests,
 * `GET /ups.json?shop=` returns the shipments, and `PUT /ups.json?shop=` sets where a package is.
 */
export function upsRoutes(store: Store): Router {
  const router = Router();
  const serve = (
    method: "get" | "post" | "delete",
    path: string,
    operation: UpsOperation,
    handler: Handler,
  ) =>
    router[method](`/ups/api${path}`, json({ limit: "1mb" }), (request, response, next) => {
      answer(store, request, response, operation, handler).catch(next);
    });

  router.post("/ups/security/v1/oauth/token", urlencoded({ extended: false }), sendToken);
  serve("post", "/shipments/:version/ship", SHIP, (account, request) => ship(store, account, request));
  serve("delete", "/shipments/:version/void/cancel/:number", VOID, (account, request) =>
    voidByNumber(store, account, String(request.params.number)),
  );
  serve("post", "/labels/:version/recovery", RECOVER, (account, request) => recover(store, account, request));
  serve("get", "/track/v1/details/:number", TRACK, (account, request) =>
    track(store, account, String(request.params.number)),
  );
  serve("post", "/addressvalidation/:version/:option", VALIDATE, async (_account, request) =>
    validateAddress(request.body.XAVRequest.AddressKeyFormat),
  );
  router.get("/ups.json", (request, response, next) => {
    listShipments(store, String(request.query.shop ?? ""))
      .then((found) => response.json(found))
      .catch(next);
  });
  router.put("/ups.json", json(), (request, response, next) => {
    const { trackingNumber, status } = request.body as Record<string, unknown>;
    setTrackingStatus(store, String(request.query.shop), String(trackingNumber), String(status))
      .then((isFound) => response.status(isFound ? 204 : 404).end())
      .catch(next);
  });
  return router;
}

const SHIP = new UpsOperation("shipping", "post", "/shipments/{version}/ship");
const VOID = new UpsOperation(
  "shipping",
  "delete",
  "/shipments/{version}/void/cancel/{shipmentidentificationnumber}",
);
const RECOVER = new UpsOperation("shipping", "post", "/labels/{version}/recovery");
const TRACK = new UpsOperation("tracking", "get", "/track/v1/details/{inquiryNumber}");
const VALIDATE = new UpsOperation(
  "address-validation",
  "post",
  "/addressvalidation/{version}/{requestoption}",
);
const TOKEN = new UpsOperation("oauth-client-credentials", "post", "/security/v1/oauth/token");

function sendToken(request: Request, response: Response): void {
  const token = issueToken(request.headers.authorization);
  if (
    TOKEN.problemsOf(request.headers, request.body).length > 0 ||
    request.body.grant_type !== "client_credentials"
  )
    return void sendError(response, new UpsError(400, "10401", "Invalid Request"));
  if (!token) return void sendError(response, new UpsError(401, "10401", "ClientId is Invalid"));
  response.json({
    token_type: "Bearer",
    issued_at: String(Date.now()),
    access_token: token,
    expires_in: String(TOKEN_SECONDS),
    status: "approved",
  });
}

async function answer(
  store: Store,
  request: Request,
  response: Response,
  operation: UpsOperation,
  handler: Handler,
): Promise<void> {
  const account = accountOfToken(request.headers.authorization);
  if (!account)
    return void sendError(response, new UpsError(401, "250002", "Invalid Authentication Information."));
  const { faults, counters } = store;
  const knobs = faults.of(account.shop);
  if (faults.shouldInject(account.shop, knobs.upsServerError)) {
    counters.fault(account.shop, "upsServerError");
    return void sendError(response, SERVER_ERROR);
  }
  const problems = operation.problemsOf(request.headers, request.body);
  if (problems.length > 0) return void sendError(response, new UpsError(400, "9120000", problems.join(", ")));
  try {
    const body = operation.checkAnswer(await handler(account, request));
    if (operation === SHIP && faults.shouldInject(account.shop, knobs.upsTimeoutAfterPurchase)) {
      counters.fault(account.shop, "upsTimeoutAfterPurchase");
      await delay(store.delayMs(TIMEOUT_MS));
      return void response.destroy();
    }
    response.json(body);
  } catch (error) {
    if (!(error instanceof UpsError)) throw error;
    sendError(response, error);
  }
}

function sendError(response: Response, { status, code, message }: UpsError): void {
  response.status(status).json({ response: { errors: [{ code, message }] } });
}

const SUCCESS = { ResponseStatus: { Code: "1", Description: "Success" } };
const charge = (MonetaryValue: string) => ({ CurrencyCode: "USD", MonetaryValue });

/** As at UPS: the weight that one package may have, in pounds. */
const MAX_POUNDS = 150;

async function ship(store: Store, account: UpsAccount, request: Request): Promise<unknown> {
  const { Package, ...rest } = request.body.ShipmentRequest.Shipment as LabelShipment;
  // A list of one may be written as the item alone.
  const shipment: LabelShipment = { ...rest, Package: [Package].flat() };
  const pounds = Number(shipment.Package[0]?.PackageWeight?.Weight);
  if (shipment.Shipper.ShipperNumber !== account.accountNumber)
    throw new UpsError(400, "120120", "Missing or invalid shipper number");
  if (!(pounds > 0 && pounds <= MAX_POUNDS))
    throw new UpsError(400, "120201", "Missing or invalid package weight");
  if (shipment.ShipFrom.Address.PostalCode === "00000")
    throw new UpsError(400, "120207", "Missing or invalid ship from postal code");
  const row = await insertShipment(store, account, shipment);
  const Weight = String(pounds);
  return {
    ShipmentResponse: {
      Response: SUCCESS,
      ShipmentResults: {
        ShipmentCharges: {
          TransportationCharges: charge("11.85"),
          ServiceOptionsCharges: charge("1.00"),
          TotalCharges: charge("12.85"),
        },
        BillingWeight: { UnitOfMeasurement: { Code: "LBS" }, Weight },
        ShipmentIdentificationNumber: row.tracking_number,
        PackageResults: [
          {
            TrackingNumber: row.tracking_number,
            ShippingLabel: { ImageFormat: { Code: "GIF" }, GraphicImage: await labelOf(row) },
          },
        ],
      },
    },
  };
}

async function labelOf({ tracking_number, shipment }: ShipmentRow): Promise<string> {
  // Tests damage a shipment. Its label can't be drawn then.
  if (!shipment.Package?.[0]) throw SERVER_ERROR;
  return (await drawLabel(tracking_number, shipment)).toString("base64");
}

async function recover(store: Store, account: UpsAccount, request: Request): Promise<unknown> {
  const { TrackingNumber, ReferenceValues } = request.body.LabelRecoveryRequest;
  const byNumber = TrackingNumber && (await findShipment(store, account.shop, TrackingNumber));
  const isOwn = ReferenceValues?.ShipperNumber === account.accountNumber;
  const found = byNumber
    ? [byNumber]
    : isOwn
      ? await findByReference(store, account.shop, ReferenceValues.ReferenceNumber.Value)
      : [];
  const [first] = found;
  if (!first || first.voided_at) throw new UpsError(400, "300034", "No label was found.");
  const LabelResults = await Promise.all(
    found.map(async (row) => ({
      TrackingNumber: row.tracking_number,
      LabelImage: { LabelImageFormat: { Code: "GIF" }, GraphicImage: await labelOf(row) },
    })),
  );
  return {
    LabelRecoveryResponse: {
      Response: SUCCESS,
      ShipmentIdentificationNumber: first.tracking_number,
      LabelResults,
    },
  };
}

async function voidByNumber(store: Store, { shop }: UpsAccount, number: string): Promise<unknown> {
  const shipment = await findShipment(store, shop, number);
  if (!shipment) throw new UpsError(400, "190102", "No shipment found within the allowed void period");
  if (!(await voidShipment(store, shop, number)))
    throw new UpsError(400, "190117", "The shipment has already been voided.");
  return {
    VoidShipmentResponse: {
      Response: SUCCESS,
      SummaryResult: { Status: { Code: "1", Description: "Voided" } },
    },
  };
}

const STATUS_TEXTS: Record<string, string> = {
  M: "Shipper created a label, UPS has not received the package yet.",
  I: "On the Way",
  D: "Delivered",
};

async function track(store: Store, { shop }: UpsAccount, number: string): Promise<unknown> {
  const shipment = await findShipment(store, shop, number);
  if (!shipment) throw new UpsError(404, "TW0001", "Tracking Information Not Found");
  const { tracking_status: type } = shipment;
  const status = { type, description: STATUS_TEXTS[type] ?? type };
  return {
    trackResponse: {
      shipment: [
        {
          inquiryNumber: number,
          package: [{ trackingNumber: number, currentStatus: status, activity: [{ status }] }],
        },
      ],
    },
  };
}

/** Streets with "Unknown" don't exist. */
function validateAddress(address: { AddressLine?: string | string[]; PostcodePrimaryLow?: string }) {
  const street = [address.AddressLine ?? []].flat().join(" ");
  const isKnown = street && !/unknown/i.test(street) && /^\d{5}$/.test(address.PostcodePrimaryLow ?? "");
  const result = isKnown
    ? { ValidAddressIndicator: "", Candidate: [{ AddressKeyFormat: address }] }
    : { NoCandidatesIndicator: "" };
  return { XAVResponse: { Response: SUCCESS, ...result } };
}
