import { z } from "zod";
import { SWITCH_KEYS, SWITCHES, type SwitchKey } from "~/domain/settings/switches";

const onOrOff = z.enum(["on", "off"]).optional();

/** What the Settings page posts: the switches (an undo names only those that it sets back), or the wish for a rebuild. */
export const settingsForm = z.discriminatedUnion("intent", [
  z
    .object({ intent: z.literal("save") })
    .extend(
      Object.fromEntries(SWITCH_KEYS.map((key) => [key, onOrOff])) as Record<SwitchKey, typeof onOrOff>,
    ),
  z
    .object({ intent: z.literal("undo") })
    .extend(
      Object.fromEntries(SWITCH_KEYS.map((key) => [key, onOrOff])) as Record<SwitchKey, typeof onOrOff>,
    ),
  z.object({ intent: z.literal("rebuild") }),
]);
type SettingsForm = z.infer<typeof settingsForm>;

/** The switches that a form asks for. A tick box that is not ticked sends nothing, so a saved form means "off" by silence. */
export function wantedSwitches(
  form: Exclude<SettingsForm, { intent: "rebuild" }>,
): Partial<Record<SwitchKey, boolean>> {
  const named = SWITCH_KEYS.filter((key) => form.intent === "save" || form[key] !== undefined);
  return Object.fromEntries(named.map((key) => [key, form[key] === "on"]));
}

/** The fields that set switches back. */
export function undoFields(changed: Partial<Record<SwitchKey, boolean>>): Record<string, string> {
  return {
    intent: "undo",
    ...Object.fromEntries(Object.entries(changed).map(([key, on]) => [key, on ? "off" : "on"])),
  };
}

/** "MTD Users on", for a notice. */
export const switchesInWords = (changed: Partial<Record<SwitchKey, boolean>>): string =>
  SWITCHES.filter(({ key }) => changed[key] !== undefined)
    .map(({ key, title }) => `${title} ${changed[key] ? "on" : "off"}`)
    .join(", ");
