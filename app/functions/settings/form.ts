import { z } from "zod";
import type { Declarations } from "~/core/context.server";

type Switches = Declarations["switches"];

const onOrOff = z.enum(["on", "off"]).optional();

/** The form of the Settings page: the switches (an undo has only the changed ones), or a request to rebuild a mirror. */
export function settingsForm({ switches, mirrors }: Pick<Declarations, "switches" | "mirrors">) {
  const fields = Object.fromEntries([...switches.keys()].map((key) => [key, onOrOff]));
  return z.discriminatedUnion("intent", [
    z.object({ ...fields, intent: z.literal("save") }),
    z.object({ ...fields, intent: z.literal("undo") }),
    z.object({ intent: z.literal("rebuild"), mirror: z.enum([...mirrors.keys()]) }),
  ]);
}

/** The switches that a form sets. An unchecked box sends nothing, so in a saved form a missing field means "off". */
export function submittedSwitches(
  form: { intent: "save" | "undo" } & Readonly<Record<string, unknown>>,
  declared: Switches,
): Record<string, boolean> {
  const keys = [...declared.keys()].filter((key) => form.intent === "save" || form[key] !== undefined);
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

/** The partners in the form of their card: fields `name.{row}` and `handle.{row}`, in the order of the form. */
export const partnersIn = (form: FormData): { handle: string; name: string }[] =>
  [...form.keys()]
    .filter((field) => field.startsWith("name."))
    .map((field) => ({
      name: String(form.get(field)),
      handle: String(form.get(field.replace("name.", "handle.")) ?? ""),
    }));
