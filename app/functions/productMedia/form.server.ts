import type { ContractRouterClient } from "@orpc/contract";
import { z } from "zod";
import { answerStart } from "~/core/runs/answer-run-form.server";
import { readForm } from "~/platform/form";
import type { ActionAnswer } from "~/platform/notice";
import type { productMediaContract } from "./contract";
import { MESSAGE_SECONDS } from "./messages";
import { SECTION } from "./sync/section";

type Calls = ContractRouterClient<typeof productMediaContract>;

/** Which list is changed: the product's id, and the digest of the list that is shown. */
const list = { sku: z.string(), digest: z.string().transform((text) => text || null) };
const item = { ...list, mediaId: z.string() };

/** The form of the page. */
const mediaForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("reset"), ...list }),
  z.object({ intent: z.literal("status"), ...item, active: z.enum(["true", "false"]) }),
  z.object({ intent: z.literal("order"), ...item, order: z.coerce.number() }),
  z.object({ intent: z.literal("text"), ...item, text: z.string() }),
  z.object({ intent: z.literal("detach"), ...item }),
  z.object({ intent: z.literal("sync") }),
  z.object({ intent: z.literal("retry"), f: z.string() }),
]);
type MediaForm = z.infer<typeof mediaForm>;

/** Changes a media list, or starts a sync. */
export async function answerMediaForm(calls: Calls, form: FormData): Promise<ActionAnswer> {
  const request = readForm(form, mediaForm);
  if (request.intent === "sync" || request.intent === "retry") return startSync(calls, request);
  const { msg } = await changeList(calls, request);
  return { notice: { level: "success", text: msg, seconds: MESSAGE_SECONDS } };
}

type ListForm = Exclude<MediaForm, { intent: "sync" | "retry" }>;

function changeList(calls: Calls, request: ListForm): Promise<{ msg: string }> {
  switch (request.intent) {
    case "reset":
      return calls.reset(request);
    case "status":
      return calls.setStatus({ ...request, active: request.active === "true" });
    case "order":
      return calls.setOrder(request);
    case "text":
      return calls.setText(request);
    case "detach":
      return calls.detach(request);
  }
}

type SyncForm = Extract<MediaForm, { intent: "sync" | "retry" }>;

const startSync = (calls: Calls, request: SyncForm): Promise<ActionAnswer> =>
  answerStart(
    SECTION,
    async () => {
      const { msg } = await (request.intent === "sync" ? calls.sync() : calls.retry(request));
      return msg;
    },
    MESSAGE_SECONDS,
  );
