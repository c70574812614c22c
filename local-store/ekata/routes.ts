import { type Request, type Response, Router } from "express";
import { z } from "zod";
import type { Store } from "../data/database.ts";
import { findShopByKey, listEkataRequests, logEkataRequest } from "./requests.ts";

const text = z.string().min(1).max(200).optional();
const PERSON_FIELDS = [
  "name",
  "phone",
  "address.street_line_1",
  "address.city",
  "address.state_code",
  "address.postal_code",
  "address.country_code",
];
const person = (name: string) => Object.fromEntries(PERSON_FIELDS.map((field) => [`${name}.${field}`, text]));

/** The known parameters. Others are refused, so that a mistake shows. */
const transaction = z.strictObject({
  transaction_id: text,
  transaction_time: z.iso.datetime({ offset: true }).optional(),
  ip_address: text,
  "primary.email_address": text,
  ...person("primary"),
  ...person("secondary"),
});
type Transaction = Record<string, string | undefined>;

/**
 * The API of the Ekata stand-in: `GET /ekata/2.0/transaction_risk?api_key=…`. Its scores follow from what it is sent: an email
 * address that begins with `fraud` or `review` is risky, so is a street that is a freight forwarder's or General Delivery, and a
 * recipient with another name than the payer adds to the score.
 * For scripts and tests, `GET /ekata.json?shop=` returns the logged requests.
 */
export function ekataRoutes(store: Store): Router {
  const router = Router();
  router.get("/ekata/2.0/transaction_risk", (request, response, next) => {
    answer(store, request, response).catch(next);
  });
  router.get("/ekata.json", (request, response, next) => {
    listEkataRequests(store, String(request.query.shop ?? ""))
      .then((requests) => response.json(requests))
      .catch(next);
  });
  return router;
}

async function answer(store: Store, request: Request, response: Response): Promise<void> {
  const { api_key: key, ...query } = request.query as Record<string, string>;
  const shop = findShopByKey(key);
  if (!shop) {
    response.status(403).json({ error: { name: "AuthError", message: "Invalid API key" } });
    return;
  }
  const parsed = transaction.safeParse(query);
  const isComplete = parsed.success && Object.keys(query).some((name) => !name.startsWith("transaction_"));
  await logEkataRequest(store, shop, { status: isComplete ? 200 : 400, query });
  if (isComplete) {
    response.json(scoresOf(parsed.data));
    return;
  }
  const message = parsed.success ? "No person." : z.prettifyError(parsed.error);
  response.status(400).json({ error: { name: "InputError", message } });
}

function scoresOf(sent: Transaction) {
  const email = sent["primary.email_address"] ?? "";
  const street = sent["primary.address.street_line_1"] ?? "";
  const base =
    email.startsWith("fraud") || street.startsWith("General Delivery")
      ? 430
      : email.startsWith("review") || street.includes("Freight")
        ? 290
        : 60;
  const isOther = sent["secondary.name"] && sent["secondary.name"] !== sent["primary.name"];
  const score = base + (isOther ? 40 : 0);
  return {
    transaction_id: sent.transaction_id ?? null,
    identity_risk_score: score,
    identity_network_score: Number((score / 500).toFixed(3)),
  };
}
