import {
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { boundary } from "@shopify/shopify-app-remix/server";
import { asStaff } from "~/door.server";
import { notFound } from "~/platform/errors";
import { readForm } from "~/platform/form";
import type { ActionAnswer } from "~/platform/notice";
import { keepWhenOffline, refreshUnlessOffline } from "~/ui/keep-when-offline";
import { ruleForm } from "../rule-form";
import { RulePage } from "../ui/rules/RulePage";

const NEW = "new";

export const loader = (args: LoaderFunctionArgs) =>
  asStaff(args, "owner", async ({ backend }) => {
    const { id = "" } = args.params;
    if (id === NEW) return { rule: null, replay: null };
    const [{ rules }, replay] = await Promise.all([backend.rules.list(), backend.rules.replay({ id })]);
    const rule = rules.find((one) => one.id === id);
    if (!rule) throw notFound("There is no such rule.");
    return { rule, replay };
  });

export const action = (args: ActionFunctionArgs) =>
  asStaff(args, "owner", async ({ backend }): Promise<ActionAnswer> => {
    const { id = "" } = args.params;
    const form = readForm(await args.request.formData(), ruleForm);
    switch (form.intent) {
      case "save": {
        const { operationId, version = 0, intent, ...words } = form;
        if (id === NEW) {
          const rule = await backend.rules.create({ ...words, id: operationId });
          throw redirect(`/settings/rules/${rule.id}`);
        }
        const { name, switchedOff } = await backend.rules.change({ ...words, id, version });
        const text = switchedOff
          ? `Saved. “${name}” is off now: look at what it would have done, and switch it on again.`
          : `Saved “${name}”.`;
        return { notice: { level: switchedOff ? "info" : "success", text } };
      }
      case "switch": {
        const active = form.active === "on";
        const rule = await backend.rules.turn({ id, version: form.version, active });
        const text = active
          ? `“${rule.name}” is on. It looks at everybody who is pending, and at each new registration.`
          : `“${rule.name}” is off, and decides on nobody any more.`;
        return { notice: { level: "success", text } };
      }
      case "delete":
        await backend.rules.remove({ id });
        throw redirect("/settings/rules");
    }
  });

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);

export const shouldRevalidate = refreshUnlessOffline;

export const headers: HeadersFunction = (args) => boundary.headers(args);

/** One rule: what it is about, what it would have done, and its switch. */
export default function RuleOfOne() {
  const { rule, replay } = useLoaderData<typeof loader>();
  // Another version, by a save or another window, begins a new form with what is stored now.
  return <RulePage key={rule ? `${rule.id} ${rule.version}` : NEW} rule={rule} replay={replay} />;
}
