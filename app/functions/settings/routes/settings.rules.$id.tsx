import { useLoaderData } from "@remix-run/react";
import { callsAction, pageLoader } from "~/core/authorize.server";
import { notFound } from "~/platform/errors";
import { settingsFunction } from "../function";
import { ruleTexts } from "../page.server";
import { RulePage } from "../ui/rules/RulePage";

export { clientAction, shouldRevalidate } from "~/ui/page";

const NEW = "new";

export const loader = pageLoader(settingsFunction, async ({ calls }, args) => {
  const { id = "" } = args.params;
  if (id === NEW) return { rule: null, replay: null, waiting: [] };
  const [{ rules }, replay, { list }] = await Promise.all([
    calls.rules.list(),
    calls.rules.replay({ id }),
    calls.safeguards.list(),
  ]);
  const rule = rules.find((one) => one.id === id);
  if (!rule) throw notFound("This rule doesn't exist.");
  return { rule, replay, waiting: list.filter(({ subjectId }) => subjectId === id) };
});

export const action = callsAction(settingsFunction, ruleTexts);

/** One rule: its form, its dry run, and its switch. */
export default function RuleOfOne() {
  const { rule, replay, waiting } = useLoaderData<typeof loader>();
  return <RulePage key={rule?.id ?? NEW} rule={rule} replay={replay} waiting={waiting} />;
}
