import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { z } from "zod";
import { REASON_KINDS } from "~/domain/registrations/reasons/reason";
import { reasonShape } from "~/domain/registrations/reasons/schema";
import { asStaff } from "~/door.server";
import { notFound } from "~/platform/errors";
import { jsonField, readForm } from "~/platform/form";
import type { ActionAnswer } from "~/platform/notice";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { ReasonsPage } from "../ui/reasons/ReasonsPage";

const form = z.object({ version: z.string(), reasons: jsonField(z.array(reasonShape)) });

function kindIn(params: { kind?: string }) {
  const kind = REASON_KINDS.find((one) => one === params.kind);
  if (!kind) throw notFound("There is no such list of texts.");
  return kind;
}

export const loader = (args: LoaderFunctionArgs) =>
  asStaff(args, "owner", async ({ backend }) => {
    const kind = kindIn(args.params);
    return { kind, ...(await backend.reasons.read())[kind] };
  });

export const action = (args: ActionFunctionArgs) =>
  asStaff(args, "owner", async ({ backend }): Promise<ActionAnswer> => {
    const asked = readForm(await args.request.formData(), form);
    const { changed } = await backend.reasons.save({ kind: kindIn(args.params), ...asked });
    return changed
      ? { notice: { level: "success", text: "Saved. It applies to the next decision." } }
      : { notice: { level: "info", text: "Nothing to save: the list is like that already." } };
  });

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** The owner's reasons for rejections, or texts for questions. */
export default function ReasonTexts() {
  const data = useLoaderData<typeof loader>();
  // Another version, by a save or another window, begins a new form with what is stored now.
  return <ReasonsPage key={`${data.kind} ${data.version}`} {...data} />;
}
