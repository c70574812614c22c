import type { ActionFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { limitedFunctions } from "~/core/access/tab-limits";
import { answerCalls, pageLoader } from "~/core/authorize.server";
import { notFound } from "~/platform/errors";
import { accessFunction } from "../function";
import { functionChoices } from "../function-choices";
import { accessTexts } from "../page.server";
import { AccessForm, OwnerPage } from "../ui/AccessForm";

export { clientAction, shouldRevalidate } from "~/ui/page";

export const loader = pageLoader(accessFunction, async ({ calls, declarations }, args) => {
  const { rows } = await calls.access.list();
  const person = rows.find(({ id }) => id === args.params.id);
  if (!person) throw notFound("This administrator doesn't exist.");
  const { functions } = declarations;
  return { person, choices: functionChoices(functions), limited: limitedFunctions(functions) };
});

export const action = (args: ActionFunctionArgs) =>
  answerCalls(args, accessFunction, accessTexts(args.context.app.declarations.functions));

/** The access of one administrator. */
export default function AccessOfOne() {
  const { person, choices, limited } = useLoaderData<typeof loader>();
  if (person.isOwner) return <OwnerPage person={person} />;
  return <AccessForm key={person.id} person={person} choices={choices} limited={limited} />;
}
