import {
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { authorize } from "~/core/authorize.server";
import { notFound } from "~/platform/errors";
import { readForm } from "~/platform/form";
import type { ActionAnswer } from "~/platform/notice";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { settingsFunction } from "../function";
import { ruleForm } from "../rule-form";
import { RulePage } from "../ui/rules/RulePage";

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

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** One rule: its form, its dry run, and its switch. */
export default function RuleOfOne() {
  const { rule, replay, waiting } = useLoaderData<typeof loader>();
  return <RulePage key={rule?.id ?? NEW} rule={rule} replay={replay} waiting={waiting} />;
}
