import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { authorize } from "~/core/authorize.server";
import { REASON_KINDS } from "~/domain/registrations/reasons/reason";
import { reasonShape } from "~/domain/registrations/reasons/schemas";
import { notFound } from "~/platform/errors";
import { jsonField, readForm } from "~/platform/form";
import type { ActionAnswer } from "~/platform/notice";
import { settingsFunction } from "../function";
import { ReasonsPage } from "../ui/reasons/ReasonsPage";

export { clientAction, shouldRevalidate } from "~/ui/page";

const form = z.object({ version: z.string(), reasons: jsonField(z.array(reasonShape)) });

function kindIn(params: { kind?: string }) {
  const kind = REASON_KINDS.find((one) => one === params.kind);
  if (!kind) throw notFound("This list of texts doesn't exist.");
  return kind;
}

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, settingsFunction, async ({ calls }) => {
    const kind = kindIn(args.params);
    return { kind, ...(await calls.reasons.read())[kind] };
  });

export const action = (args: ActionFunctionArgs) =>
  authorize(args, settingsFunction, async ({ calls }): Promise<ActionAnswer> => {
    const request = readForm(await args.request.formData(), form);
    const { changed } = await calls.reasons.save({ kind: kindIn(args.params), ...request });
    return changed
      ? { notice: { level: "success", text: "Saved. It applies to the next decision." } }
      : { notice: { level: "info", text: "Nothing changed." } };
  });

/** The owner's reasons for rejections, or texts for questions. */
export default function ReasonTexts() {
  const data = useLoaderData<typeof loader>();
  return <ReasonsPage key={data.kind} {...data} />;
}
