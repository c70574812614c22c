import { z } from "zod";
import { type ConnectorCard, fieldsOf } from "~/core/connectors/connector-card";
import type { AnsweredSettings } from "~/core/connectors/define-connector.server";
import type { Declarations } from "~/core/context.server";
import { type Partner, partner } from "~/domain/codes/schemas";
import type { ShownGuardRails } from "~/domain/prices/guard-rails/schemas";
import { domainEntriesIn } from "~/domain/registrations/rules/domain-entry";
import { ruleWords } from "~/domain/registrations/rules/rule";
import { changedFields, jsonField, readForm } from "~/platform/form";

type Switches = Declarations["switches"];

const onOrOff = z.enum(["on", "off"]).optional();

/**
 * The form of the Settings page: the switches (an undo has only the changed ones), or a request to rebuild a mirror. `seen` has the
 * switches that were on when the form was shown, separated by commas.
 */
export function settingsForm({ switches, mirrors }: Pick<Declarations, "switches" | "mirrors">) {
  const fields = Object.fromEntries([...switches.keys()].map((key) => [key, onOrOff]));
  return z.discriminatedUnion("intent", [
    z.object({ ...fields, intent: z.literal("save"), seen: z.string() }),
    z.object({ ...fields, intent: z.literal("undo") }),
    z.object({ intent: z.literal("rebuild"), mirror: z.enum([...mirrors.keys()]) }),
  ]);
}

/**
 * The switches that a form changes. An unchecked box sends nothing, so in a saved form a missing field means "off". The others may have
 * been changed elsewhere since the form was shown.
 */
export function submittedSwitches(
  form: ({ intent: "undo" } | { intent: "save"; seen: string }) & Readonly<Record<string, unknown>>,
  declared: Switches,
): Record<string, boolean> {
  const isChanged = (key: string) =>
    form.intent === "undo"
      ? form[key] !== undefined
      : (form[key] === "on") !== form.seen.split(",").includes(key);
  const keys = [...declared.keys()].filter(isChanged);
  return Object.fromEntries(keys.map((key) => [key, form[key] === "on"]));
}

/** The fields that restore switches. */
export const undoFields = (changed: Readonly<Record<string, boolean>>): Record<string, string> => ({
  intent: "undo",
  ...Object.fromEntries(Object.entries(changed).map(([key, on]) => [key, on ? "off" : "on"])),
});

/** "MTD Users on", for a notice. */
export const describeSwitches = (changed: Readonly<Record<string, boolean>>, declared: Switches): string =>
  [...declared.values()]
    .filter(({ key }) => changed[key] !== undefined)
    .map(({ key, title }) => `${title} ${changed[key] ? "on" : "off"}`)
    .join(", ");

const partnersForm = z.object({ seen: jsonField(z.array(partner)) });

/** The partners in the form of their card: fields `name.{row}` and `handle.{row}`, in the order of the form. */
export const partnersIn = (form: FormData): { list: Partner[]; seen: Partner[] } => ({
  ...readForm(form, partnersForm),
  list: [...form.keys()]
    .filter((field) => field.startsWith("name."))
    .map((field) => ({
      name: String(form.get(field)),
      handle: String(form.get(field.replace("name.", "handle.")) ?? ""),
    })),
});

const priceLimits = {
  maxDropPercent: z.string(),
  minMarginPercent: z.string(),
  approvalAboveProducts: z.string(),
};

const priceLimitsForm = z.object({ ...priceLimits, seen: jsonField(z.object(priceLimits)) });

/** The limits for scheduled prices that the form of their card changes. */
export function priceLimitsIn(form: FormData): Partial<ShownGuardRails> {
  const { seen, ...limits } = readForm(form, priceLimitsForm);
  return changedFields(limits, seen);
}

const version = z.coerce.number().int();

/** The form of a rule's page. A new rule's id is the form's operation id, so that a repeated request adds only one. */
export const ruleForm = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("save"),
    version: version.optional(),
    operationId: z.uuid(),
    name: ruleWords.shape.name,
    registration: ruleWords.shape.registration,
    school: ruleWords.shape.school,
    setAsideShare: ruleWords.shape.setAsideShare,
    domains: z.string().transform(domainEntriesIn).pipe(ruleWords.shape.domains),
  }),
  z.object({ intent: z.literal("switch"), version, active: z.enum(["on", "off"]) }),
  z.object({ intent: z.literal("delete") }),
]);

type ConnectorForm =
  | { intent: "save"; seen: AnsweredSettings; settings: Record<string, string> }
  | { intent: "test" };

const seen = jsonField(z.record(z.string(), z.union([z.string(), z.boolean()])));

/** The form of a connector's card: its fields and the settings that it showed, or the test of the connection. */
export function connectorForm(card: ConnectorCard): z.ZodType<ConnectorForm> {
  const fields = fieldsOf(card);
  const names = ["base_url", card.secret.name, ...fields.map(({ name }) => name)];
  const isFilledIn = (settings: Record<string, string>) =>
    fields.some(({ name, initial = "" }) => !["", initial].includes(settings[name]?.trim() ?? ""));
  const values = Object.fromEntries(names.map((name) => [name, z.string()]));
  return z.discriminatedUnion("intent", [
    z
      .object({ ...values, intent: z.literal("save"), seen })
      .transform(({ intent, seen, ...settings }) => ({
        intent,
        seen,
        settings: settings as Record<string, string>,
      }))
      // Without the address that was there, the connector is turned off, whatever the fields have.
      .refine(({ seen, settings }) => settings.base_url?.trim() || seen.base_url || !isFilledIn(settings), {
        path: ["base_url"],
        error: `Enter the address of ${card.title}, too.`,
      }),
    z.object({ intent: z.literal("test") }),
  ]);
}
