import { z } from "zod";
import type { Declarations } from "~/core/context.server";
import { TOO_MANY_ROWS } from "~/core/lists/keyset-page";
import { refusalIn } from "~/platform/contract/answer";
import { badRequest } from "~/platform/errors";
import { jsonField, readForm } from "~/platform/form";
import { searchKind } from "~/platform/list";
import type { ActionAnswer } from "~/platform/notice";
import type { Exported } from "./export-calls";

/** What the button Export Excel posts: the list that the page shows. */
const exportForm = z.object({
  report: z.string(),
  part: z.string(),
  search: z.string(),
  sort: z.string(),
  filter: jsonField(z.record(z.string(), z.unknown())),
  operationId: z.string(),
});

/** The answer to Export Excel: the rows for a file that the browser makes, or a notice about the job that writes it. */
export interface ExportAnswer extends ActionAnswer {
  /** `Exported` as JSON: this many rows are serialized and parsed several times faster as one text than as page data. */
  exported?: string;
}

/** The calls of one export, as `exportCalls` declares them. */
interface ExportClient {
  rows(input: object): Promise<Exported>;
  start(input: object): Promise<{ jobId: string }>;
}

/** Exports the list that the page shows: a short one in this answer, a long one as a job. */
export async function answerExportForm(
  exports: object,
  { exports: declared }: Declarations,
  form: FormData,
): Promise<ExportAnswer> {
  const { report: name, part, search, sort, filter, operationId } = readForm(form, exportForm);
  const report = declared.get(name);
  if (!report?.callFor) throw badRequest(`There is no export of the list "${name}".`);
  const parsed = report.filter.safeParse(filter);
  if (!parsed.success) throw badRequest("The filter isn't valid. Reload the page and try again.");
  const { path, input } = report.callFor({ part, sort, filter: parsed.data });
  // The path is the declared report's own. Nothing of the form is in it, and the call checks its input and the permission.
  const calls = path.reduce<unknown>(
    (client, key) => (client as Record<string, unknown>)[key],
    exports,
  ) as ExportClient;
  const body = report.searchesTextOnly ? { searchType: "Email", searchValue: search } : searchKind(search);
  try {
    return { exported: JSON.stringify(await calls.rows({ ...input, body })) };
  } catch (error) {
    if (refusalIn(error)?.code !== TOO_MANY_ROWS) throw error;
  }
  const { jobId } = await calls.start({ ...input, body: { ...body, operationId } });
  return {
    notice: {
      level: "info",
      text: "The list is long, so its file is being written in the background. It will be in Jobs.",
      link: { label: "Open in Jobs", url: `/jobs/${jobId}` },
      job: { id: jobId, writesFile: true },
    },
  };
}
