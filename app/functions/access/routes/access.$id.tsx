import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { asStaff } from "~/door.server";
import { notFound } from "~/platform/errors";
import { readForm } from "~/platform/form";
import type { ActionAnswer } from "~/platform/notice";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { grantForm, tabLimitsOf, undoFields } from "../form";
import { AccessForm } from "../ui/AccessForm";
import { OwnerPage } from "../ui/OwnerPage";

export const loader = (args: LoaderFunctionArgs) =>
  asStaff(args, "owner", async ({ backend }) => {
    const { rows } = await backend.access.list();
    const person = rows.find(({ id }) => id === args.params.id);
    if (!person) throw notFound("The shop has no such administrator.");
    return { person };
  });

export const action = (args: ActionFunctionArgs) =>
  asStaff(args, "owner", async ({ backend }): Promise<ActionAnswer> => {
    const form = readForm(await args.request.formData(), grantForm);
    const { before, after, changed } = await backend.access.grant({
      id: args.params.id ?? "",
      version: form.version,
      flags: form.flags,
      tabLimits: tabLimitsOf(form),
    });
    if (!changed)
      return {
        notice: { level: "info", text: `Nothing to save: ${after.name}'s access is like that already.` },
      };
    return {
      notice: {
        level: "success",
        text: `Saved what ${after.name} may open. It applies from their next click on.`,
        undo: { label: "Undo", fields: undoFields(before, after) },
      },
    };
  });

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** What one administrator may open. */
export default function AccessOfOne() {
  const { person } = useLoaderData<typeof loader>();
  if (person.isOwner) return <OwnerPage person={person} />;
  // Another version, by a save or an undo, begins a new form with what is stored now.
  return <AccessForm key={`${person.id} ${person.version}`} person={person} />;
}
