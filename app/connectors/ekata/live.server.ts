import { z } from "zod";
import { Refusal } from "~/platform/errors";
import type { OutboundAnswer } from "~/platform/outbound.server";
import { jsonIn, sendRepeated } from "~/platform/send-repeated.server";
import { EKATA_FIELDS, type Ekata, type EkataAccess, type EkataRisk, type EkataTransaction } from "./port";

const ANSWER_WITHIN_MS = 10_000;
const PATH = "/2.0/transaction_risk";

const score = (most: number) => z.number().min(0).max(most);
const answer = z.object({
  // It is stored and compared as a whole number.
  identity_risk_score: score(500).transform(Math.round).nullish(),
  identity_network_score: score(1).nullish(),
});

/** Ekata's Transaction Risk API over HTTPS (`docs/connectors/ekata.md`). */
export function liveEkata({ baseUrl, key }: EkataAccess): Ekata {
  const ask = async (transaction: EkataTransaction, signal?: AbortSignal) => {
    const query = new URLSearchParams({ api_key: key });
    // Only these: whatever else an object has stays here.
    for (const field of EKATA_FIELDS) if (transaction[field]) query.set(field, transaction[field]);
    return send(`${baseUrl.replace(/\/+$/, "")}${PATH}?${query}`, signal);
  };
  return {
    assess: async (transaction, signal) => readRisk(await ask(transaction, signal)),
    async testKey(signal) {
      // Without a person, Ekata refuses a valid key's request as incomplete.
      const { status } = await ask({ transaction_id: "backroom-connection-test" }, signal);
      if (status !== 200 && status !== 400 && status !== 422)
        throw new Refusal(502, "EKATA_REFUSED", `Ekata answered HTTP ${status}. Check the address.`);
    },
  };
}

/** Sends a request. @throws a 502 refusal */
async function send(address: string, signal?: AbortSignal): Promise<OutboundAnswer> {
  const answered = await sendRepeated("Ekata", address, {
    method: "GET",
    headers: { accept: "application/json" },
    timeoutMs: ANSWER_WITHIN_MS,
    signal,
    allowQuery: true,
  });
  if (answered.status === 401 || answered.status === 403)
    throw new Refusal(
      502,
      "EKATA_REFUSED",
      "Ekata doesn't accept the key. The account owner can renew it on Settings.",
    );
  return answered;
}

function readRisk({ status, body }: OutboundAnswer): EkataRisk {
  if (status < 200 || status >= 300)
    throw new Refusal(400, "EKATA_REFUSED", `Ekata couldn't assess it: HTTP ${status}`);
  const parsed = answer.safeParse(jsonIn(body));
  if (!parsed.success) throw new Refusal(502, "EKATA_REFUSED", "Ekata's answer couldn't be read.");
  const { identity_risk_score: riskScore, identity_network_score: networkScore } = parsed.data;
  return { riskScore: riskScore ?? null, networkScore: networkScore ?? null };
}
