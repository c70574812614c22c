import type { ActionFunctionArgs } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { authorize } from "~/core/authorize.server";
import { secretNameOf } from "~/core/connectors/connector-card";
import { notFound } from "~/platform/errors";
import { readForm } from "~/platform/form";
import { keepWhenOffline } from "~/ui/keep-when-offline";
import { connectorForm } from "../form";
import { settingsFunction } from "../function";
import type { TestAnswer } from "../ui/ConnectorCard";

/** The action of a connector's card on the Settings page: saves the settings, or tests the connection. */
export const action = (args: ActionFunctionArgs) =>
  authorize(args, settingsFunction, async ({ calls, declarations }): Promise<TestAnswer> => {
    const connector = declarations.connectors.get(args.params.connector ?? "");
    const connectorCalls = connector && calls.connectors[connector.name];
    if (!connectorCalls) throw notFound("This connector doesn't exist.");
    const { card, nextStep } = connector;
    const form = readForm(await args.request.formData(), connectorForm(card));
    if (form.intent === "test") {
      const { status, msg, steps } = await connectorCalls.testConnection();
      return { notice: { level: status ? "success" : "critical", text: msg }, steps };
    }
    const { changed, base_url } = await connectorCalls.save({ ...form.settings, seen: form.seen });
    if (!changed) return { notice: { level: "info", text: "Nothing changed." } };
    const text = base_url
      ? `Saved. ${nextStep}`
      : `Saved. ${card.title} is turned off, and its ${secretNameOf(card)} was deleted.`;
    return { notice: { level: "success", text } };
  });

export const clientAction = (args: ClientActionFunctionArgs) => keepWhenOffline(args);
