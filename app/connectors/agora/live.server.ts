import { randomUUID } from "node:crypto";
import pRetry from "p-retry";
import { z } from "zod";
import { pauseMs, untilDeadline } from "~/platform/deadline.server";
import { isDatabaseUnavailable, Refusal } from "~/platform/errors";
import { log } from "~/platform/log.server";
import { type OutboundAnswer, sendOutbound } from "~/platform/outbound.server";
import { codeOf, FailedAnswer, isFailedStatus, jsonIn } from "~/platform/send-repeated.server";
import { AGORA_SILENT, type Agora, type AgoraAccess, type AgoraUser } from "./port";

const ANSWER_WITHIN_MS = 10_000;
const REPEATS = 3;
/** Agora's message is cut to this length. */
const MAX_MESSAGE_LENGTH = 300;

const KEY_REFUSED = "Agora doesn't accept the key. The account owner can renew it on Settings.";

const accepted = z.object({ id: z.coerce.string().min(1).max(200) });
const refused = z.object({ message: z.string() });

/** Agora over HTTPS: `POST {baseUrl}/users`. Retries use the same idempotency key. */
export function liveAgora({ baseUrl, key }: AgoraAccess): Agora {
  const address = `${baseUrl.replace(/\/+$/, "")}/users`;
  return {
    async push(user, { idempotencyKey, signal, beforeSending }) {
      const pushOnce = async () => {
        await beforeSending?.();
        return read(await send(address, key, user, idempotencyKey, signal));
      };
      try {
        return await pRetry(pushOnce, {
          retries: REPEATS,
          minTimeout: pauseMs(300),
          maxTimeout: pauseMs(3_000),
          randomize: true,
          signal: untilDeadline(signal),
          shouldRetry: ({ error }) => !isNotAgoras(error) && !signal?.aborted,
        });
      } catch (error) {
        if (isNotAgoras(error) || signal?.aborted) throw error;
        log.warn({ code: codeOf(error) }, "Agora failed or did not answer");
        const happened = error instanceof FailedAnswer ? error.message : "Agora didn't answer.";
        throw outcomeUnknown(happened);
      }
    },

    // Agora checks the key first, and must refuse a person without any field.
    async testKey() {
      const { status } = await send(address, key, {}, randomUUID()).catch((error) => {
        if (error instanceof Refusal) throw error;
        log.warn({ code: codeOf(error) }, "the test of Agora failed");
        throw refusal("Agora didn't answer. Check the address, or try again in a few minutes.");
      });
      if (status === 401 || status === 403) throw refusal(KEY_REFUSED);
      if (status !== 400 && status !== 409 && status !== 422)
        throw refusal(`Agora answered HTTP ${status}. Check the address, or try again in a few minutes.`);
    },
  };
}

/** A refusal is an answer, and a lost database says nothing about Agora. A retry here changes neither. */
const isNotAgoras = (error: unknown): boolean => error instanceof Refusal || isDatabaseUnavailable(error);

const send = (
  address: string,
  key: string,
  user: AgoraUser | Record<never, never>,
  idempotencyKey: string,
  signal?: AbortSignal,
): Promise<OutboundAnswer> =>
  sendOutbound(address, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      accept: "application/json",
      "idempotency-key": idempotencyKey,
    },
    body: JSON.stringify(user),
    timeoutMs: ANSWER_WITHIN_MS,
    signal,
  });

function read(answered: OutboundAnswer): { id: string } {
  const { status, body } = answered;
  if (status >= 200 && status < 300) {
    const answer = accepted.safeParse(jsonIn(body));
    if (answer.success) return answer.data;
    throw outcomeUnknown("Agora's answer couldn't be read.");
  }
  if (status === 401 || status === 403) throw refusal(KEY_REFUSED);
  if (isFailedStatus(status)) throw new FailedAnswer("Agora", answered);
  const refusalBody = refused.safeParse(jsonIn(body));
  throw refusal(
    `Agora refused: ${refusalBody.success ? refusalBody.data.message.slice(0, MAX_MESSAGE_LENGTH) : `HTTP ${status}`}`,
  );
}

const refusal = (message: string) => new Refusal(502, "AGORA_REFUSED", message);

const outcomeUnknown = (happened: string) =>
  new Refusal(
    502,
    AGORA_SILENT,
    `${happened} It may have taken the person over all the same; syncing again does no harm.`,
  );
