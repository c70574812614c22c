import { z } from "zod";
import { notFound, Refusal } from "~/platform/errors";
import type { OutboundAnswer } from "~/platform/outbound.server";
import { jsonIn, sendRepeated } from "~/platform/send-repeated.server";
import type { ExportRun, Salsify, SalsifyAccess } from "./port";

const ANSWER_WITHIN_MS = 20_000;
const DOWNLOAD_WITHIN_MS = 5 * 60_000;
/** Characters. An export of 100,000 products with ten URLs each has about 80 million. */
const MAX_FILE_LENGTH = 100_000_000;

/** Other statuses than these mean that it goes on. */
const exportRun = z.object({
  id: z.union([z.number(), z.string()]).transform(String),
  status: z.string(),
  progress: z.number().nullish(),
  url: z.string().nullish(),
  failure_reason: z.string().nullish(),
});

/**
 * Salsify's API for exports over HTTPS: `POST {baseUrl}/orgs/{organization}/export_runs`, then the same address with the id
 * (https://getstarted.salsify.com/help/ephemeral-exports-api).
 */
export function liveSalsify({ baseUrl, organization, key }: SalsifyAccess): Salsify {
  const address = `${baseUrl.replace(/\/+$/, "")}/orgs/${encodeURIComponent(organization)}/export_runs`;
  const headers = { authorization: `Bearer ${key}`, accept: "application/json" };
  return {
    async startExport(properties, signal) {
      const configuration = {
        entity_type: "product",
        format: "csv",
        properties: properties.map((name) => `'${name}'`).join(","),
        include_all_columns: false,
        product_type: "all",
      };
      // Another export does no harm, so a lost answer is repeated.
      const answer = await sendRepeated("Salsify", address, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify({ configuration }),
        timeoutMs: ANSWER_WITHIN_MS,
        signal,
      });
      return readRun(answer).id;
    },
    async readExport(id, signal) {
      const url = `${address}/${encodeURIComponent(id)}`;
      return readRun(
        await sendRepeated("Salsify", url, { method: "GET", headers, timeoutMs: ANSWER_WITHIN_MS, signal }),
      );
    },
    async download(url, signal) {
      const { status, body } = await sendRepeated("Salsify", url, {
        method: "GET",
        // The address is signed. The token is for Salsify alone.
        headers: {},
        timeoutMs: DOWNLOAD_WITHIN_MS,
        signal,
        maxLength: MAX_FILE_LENGTH,
        allowQuery: true,
      });
      if (status !== 200)
        throw refusal(`Salsify's file couldn't be downloaded: HTTP ${status}. Start the sync again.`);
      if (body.length >= MAX_FILE_LENGTH) throw refusal("Salsify's file is larger than 100 MB.");
      return body;
    },
  };
}

function readRun({ status, body }: OutboundAnswer): ExportRun {
  if (status === 401 || status === 403)
    throw refusal("Salsify doesn't accept the token. The account owner can renew it on Settings.");
  if (status === 404)
    throw notFound(
      "Salsify has no such organization or export. The account owner can check the organization on Settings.",
    );
  if (status < 200 || status >= 300) throw refusal(`Salsify refused the export: HTTP ${status}.`);
  const parsed = exportRun.safeParse(jsonIn(body));
  if (!parsed.success) throw refusal("Salsify's answer couldn't be read.");
  const { id, progress, url, failure_reason: reason } = parsed.data;
  return { id, status: stateOf(parsed.data), progress: progress ?? 0, url: url ?? "", reason: reason ?? "" };
}

function stateOf({ status, failure_reason }: z.infer<typeof exportRun>): ExportRun["status"] {
  if (status === "completed") return "completed";
  return failure_reason || ["failed", "canceled", "cancelled"].includes(status) ? "failed" : "running";
}

const refusal = (message: string) => new Refusal(502, "SALSIFY_REFUSED", message);
