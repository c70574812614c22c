import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { authorize } from "~/core/authorize.server";
import { notFound } from "~/platform/errors";
import { readForm } from "~/platform/form";
import type { ActionAnswer } from "~/platform/notice";
import { ruleForm } from "../form";
import { settingsFunction } from "../function";
import { RulePage } from "../ui/rules/RulePage";

export { clientAction, shouldRevalidate } from "~/ui/page";

const NEW = "new";

export const loader = (args: LoaderFunctionArgs) =>
  authorize(args, settingsFunction, async ({ calls }) => {
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

export const action = (args: ActionFunctionArgs) =>
  authorize(args, settingsFunction, async ({ calls }): Promise<ActionAnswer> => {
    const { id = "" } = args.params;
    const form = readForm(await args.request.formData(), ruleForm);
    switch (form.intent) {
      case "save": {
        const { operationId, version = 0, intent, ...words } = form;
        if (id === NEW) {
          const rule = await calls.rules.create({ ...words, id: operationId });
          throw redirect(`/settings/rules/${rule.id}`);
        }
        const { name, switchedOff } = await calls.rules.change({ ...words, id, version });
        const text = switchedOff
          ? `Saved. “${name}” is now off. Review what it would have done, and turn it on again.`
          : `Saved “${name}”.`;
        return { notice: { level: switchedOff ? "info" : "success", text } };
      }
      case "switch": {
        const active = form.active === "on";
        const rule = await calls.rules.turn({ id, version: form.version, active });
        return { notice: { level: rule.active === active ? "success" : "info", text: rule.msg } };
      }
      case "delete":
        await calls.rules.remove({ id });
        throw redirect("/settings/rules");
    }
  });

/** One rule: its form, its dry run, and its switch. */
export default function RuleOfOne() {
  const { rule, replay, waiting } = useLoaderData<typeof loader>();
  return <RulePage key={rule?.id ?? NEW} rule={rule} replay={replay} waiting={waiting} />;
}
