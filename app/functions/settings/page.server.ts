import type { ContractRouterClient } from "@orpc/contract";
import type { Texts } from "~/core/answer-call.server";
import { secretNameOf } from "~/core/connections/connection-card";
import type { AnsweredSettings } from "~/core/connections/define-connection.server";
import type { Declarations } from "~/core/context.server";
import type { ContractsOf } from "~/core/function-entry";
import type { mirrorCalls } from "~/core/mirrors/mirror-calls.server";
import type { Notice } from "~/platform/notice";
import { settingsCall, type settingsFunction } from "./function";

type SettingsTexts = Texts<ContractsOf<typeof settingsFunction>>;

const NOTHING_CHANGED = { level: "info", text: "Nothing changed." } as const;

const savedAs =
  (text: string) =>
  ({ changed }: { changed: boolean }) =>
    changed ? text : NOTHING_CHANGED;

/** An undo isn't undone. */
const UNDO = "undo";

/** The switches, and what the notice calls them. */
export const switchTexts = (declared: Declarations["switches"]): SettingsTexts => ({
  "settings.change": ({ changed }, _input, about) => {
    const turned = [...declared.values()].filter(({ key }) => changed[key] !== undefined);
    if (turned.length === 0) return NOTHING_CHANGED;
    const what = turned.map(({ key, title }) => `${title} ${changed[key] ? "on" : "off"}`).join(", ");
    const switches = Object.fromEntries(turned.map(({ key }) => [key, !changed[key]]));
    const call = settingsCall("settings.change", { switches }, UNDO);
    return { text: `Saved: ${what}.`, undo: about === UNDO ? undefined : { label: "Undo", call } };
  },
});

/** The rebuild of each mirror. The calls of its noun have it, which the type of the settings' calls doesn't name. */
export const mirrorTexts = (mirrors: Declarations["mirrors"]): SettingsTexts =>
  Object.fromEntries(
    [...mirrors.keys()].map((name) => [
      `${name}.rebuildMirror`,
      ({ jobId }: { jobId: string }): Partial<Notice> => ({
        text: "The mirror is being rebuilt. You can keep working.",
        link: { label: "Show the job", url: `/jobs/${jobId}` },
      }),
    ]),
  ) as object as SettingsTexts;

/** The settings of the connections, and the tests of their connections. */
export const connectionTexts = (connections: Declarations["connections"]): SettingsTexts =>
  Object.fromEntries(
    [...connections.values()].flatMap(({ name, card, nextStep }) => [
      [
        `connectors.${name}.save`,
        ({ changed, base_url }: AnsweredSettings & { changed: boolean }) =>
          savedAs(
            base_url
              ? `Saved. ${nextStep}`
              : `Saved. ${card.title} is turned off, and its ${secretNameOf(card)} was deleted.`,
          )({ changed }),
      ],
      [
        `connectors.${name}.testConnection`,
        ({ status, msg }: { status: boolean; msg: string }): Partial<Notice> => ({
          level: status ? "success" : "critical",
          text: msg,
        }),
      ],
    ]),
  ) as SettingsTexts;

/** The partners of registration codes. */
export const partnerTexts: SettingsTexts = {
  "partners.save": ({ changed, list }) =>
    savedAs(`Saved. There ${list.length === 1 ? "is 1 partner" : `are ${list.length} partners`}.`)({
      changed,
    }),
};

/** The limits for scheduled prices. */
export const priceTexts: SettingsTexts = {
  "priceGuardRails.save": ({ changed, msg }) => ({ level: changed ? "success" : "info", text: msg }),
};

/** The limits of store credit, and the reminders of its end. */
export const creditTexts: SettingsTexts = {
  "credits.saveApprovalLimit": ({ msg }) => msg,
  "credits.saveReminders": ({ msg }) => msg,
  "credits.saveRepeatDays": ({ msg }) => msg,
};

/** The settings of the review. */
export const promotionTexts: SettingsTexts = { "promo.saveSettings": ({ msg }) => msg };

/** The owner's reasons and texts for questions. */
export const reasonTexts: SettingsTexts = {
  "reasons.save": savedAs("Saved. It applies to the next decision."),
};

/** The rules that approve registrations automatically. */
export const ruleTexts: SettingsTexts = {
  "rules.create": ({ id }) => ({ redirect: `/settings/rules/${id}` }),
  "rules.change": ({ name, switchedOff }) =>
    switchedOff
      ? {
          level: "info",
          text: `Saved. “${name}” is now off. Review what it would have done, and turn it on again.`,
        }
      : `Saved “${name}”.`,
  "rules.turn": ({ active, msg }, wanted) => ({
    level: active === wanted.active ? "success" : "info",
    text: msg,
  }),
  "rules.remove": () => ({ redirect: "/settings/rules" }),
};

/** The sender of emails, their rate limit, and their texts. */
export const mailTexts: SettingsTexts = {
  "mailSettings.saveSender": savedAs("Saved the sender of emails."),
  "mailSettings.savePace": savedAs("Saved the pace of emails."),
  "mailSettings.saveText": savedAs("Saved. The next emails use this text."),
  "mailSettings.resetText": savedAs("The text was reset to the default."),
  "mailSettings.sendTest": ({ id, to }) => ({
    text: `A test email is being sent to ${to}.`,
    link: { label: "Show the email", url: `/mail/${id}` },
  }),
  "mailSettings.testServer": ({ steps }) => {
    const failed = steps.find(({ state }) => state === "failed");
    return failed
      ? { level: "critical", text: failed.text, accepted: true }
      : "The mail server can be used. No email was sent.";
  },
};

type MirrorCalls = ContractRouterClient<ReturnType<typeof mirrorCalls>>;

/** The calls of a declared mirror: its noun has them under the mirror's name. @throws for a noun that doesn't */
function callsOfMirror(calls: object, name: string): MirrorCalls {
  const found = (calls as Record<string, MirrorCalls>)[name];
  if (!found) throw new Error(`No module has the calls of the mirror "${name}".`);
  return found;
}

/** The state of each mirror, with what many of its rows are called. */
export const readMirrors = (calls: object, { mirrors }: Pick<Declarations, "mirrors">) =>
  Promise.all(
    [...mirrors.values()].map(async ({ name, plural }) => ({
      name,
      plural,
      ...(await callsOfMirror(calls, name).mirror()),
    })),
  );
