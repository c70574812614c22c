import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { limitedFunctions } from "~/core/access/tab-limits";
import { authorize } from "~/core/authorize.server";
import { grantableFlags } from "~/core/granted-functions";
import { notFound } from "~/platform/errors";
import { readForm } from "~/platform/form";
import type { ActionAnswer } from "~/platform/notice";
import { grantForm, tabLimitsOf, undoFields } from "../form";
import { accessFunction } from "../function";
import { functionChoices } from "../function-choices";
import { AccessForm, OwnerPage } from "../ui/AccessForm";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, accessFunction, async ({ calls, declarations }) => {
    const { rows } = await calls.access.list();
    const person = rows.find(({ id }) => id === args.params.id);
    if (!person) throw notFound("This administrator doesn't exist.");
    const { functions } = declarations;
    return { person, choices: functionChoices(functions), limited: limitedFunctions(functions) };
  });

export const action = (args: ActionFunctionArgs) =>
  authorize(args, accessFunction, async ({ calls, declarations }): Promise<ActionAnswer> => {
    const grantable = grantableFlags(declarations.functions);
    const limited = limitedFunctions(declarations.functions);
    const form = readForm(await args.request.formData(), grantForm(grantable, limited));
    const { before, after, changed } = await calls.access.grant({
      id: args.params.id ?? "",
      version: form.version,
      flags: form.flags,
      tabLimits: tabLimitsOf(form, limited),
    });
    if (!changed)
      return {
        notice: { level: "info", text: `Nothing to save: ${after.name}'s access hasn't changed.` },
      };
    const fields = undoFields(before, after, grantable, limited);
    return {
      notice: {
        level: "success",
        text: `Saved what ${after.name} may open. It takes effect with their next click.`,
        undo: fields && { label: "Undo", fields },
      },
    };
  });

/** The access of one administrator. */
export default function AccessOfOne() {
  const { person, choices, limited } = useLoaderData<typeof loader>();
  if (person.isOwner) return <OwnerPage person={person} />;
  return <AccessForm key={person.id} person={person} choices={choices} limited={limited} />;
}
