import { z } from "zod";
import type { CallsOf } from "~/core/function-entry";
import { answerWithFallback } from "~/platform/contract/answer-with-fallback.server";
import { jsonField, readForm } from "~/platform/form";
import { type ActionAnswer, SUCCESS_SECONDS } from "~/platform/notice";
import type { solrFiltersFunction } from "./function";
import { activatingFailed, addingFailed, FALLBACKS, removingFailed } from "./messages";
import { CONTROL_STYLES, CUSTOM_CONTROLS, DATA_TYPES } from "./settings";

type Calls = CallsOf<typeof solrFiltersFunction>["solrFilters"];

const settings = z.object({
  overwrite: z.string(),
  show: z.boolean(),
  order: z.number(),
  style: z.enum(CONTROL_STYLES),
  counts: z.boolean(),
  expand: z.boolean(),
  custom: z.enum([...CUSTOM_CONTROLS, ""]),
  params: z.string(),
  customRange: z.boolean(),
  customRangeButton: z.string(),
  clear: z.string(),
  optionFinder: z.boolean(),
});
const options = z.array(
  z.object({ name: z.string(), order: z.number(), overwrite: z.string(), show: z.boolean() }),
);
const copiedFilters = z.array(
  settings.extend({ name: z.string(), collection: z.string(), included: z.boolean() }),
);
const collections = z.array(z.object({ id: z.string(), title: z.string() }));

const name = z.string();
const collection = z.string();
const version = z.coerce.number();
const isOn = z.enum(["true", "false"]).transform((text) => text === "true");
/** A checkbox of a dialog, which sends nothing when it isn't checked. */
const isChecked = z
  .literal("on")
  .optional()
  .transform((value) => value === "on");

/** The forms of the page. */
const filtersForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("include"), collection, name, on: isOn }),
  z.object({ intent: z.literal("settings"), collection, name, version, settings: jsonField(settings) }),
  z.object({ intent: z.literal("options"), collection, name, version, options: jsonField(options) }),
  z.object({
    intent: z.literal("copy"),
    filters: jsonField(copiedFilters),
    collections: jsonField(collections),
  }),
  z.object({ intent: z.literal("activate"), name, on: isOn }),
  z.object({ intent: z.literal("ui"), name, version, settings: jsonField(settings) }),
  z.object({
    intent: z.literal("solr"),
    name,
    version,
    type: z.enum(DATA_TYPES),
    output: isChecked,
    search: isChecked,
  }),
  z.object({ intent: z.literal("publish") }),
  z.object({ intent: z.literal("refresh") }),
]);
type FiltersForm = z.infer<typeof filtersForm>;

/** Answers the checkboxes, dialogs and buttons of the page. */
export async function answerFiltersForm(calls: Calls, form: FormData): Promise<ActionAnswer> {
  const request = readForm(form, filtersForm);
  if (request.intent === "refresh") return refresh(calls);
  const texts = { fallback: fallbackOf(request), withReason: true } as const;
  return answerWithFallback(texts, async () => {
    if (request.intent === "publish") return publish(calls);
    const { msg } = await run(calls, request);
    return { notice: { level: "success", text: msg, seconds: SUCCESS_SECONDS } };
  });
}

type Change = Exclude<FiltersForm, { intent: "refresh" }>;

function fallbackOf(request: Change): string {
  switch (request.intent) {
    case "include":
      return request.on ? addingFailed(request.name) : removingFailed(request.name);
    case "activate":
      return activatingFailed(request.name);
    case "options":
      return FALLBACKS.settings;
    default:
      return FALLBACKS[request.intent];
  }
}

function run(calls: Calls, request: Exclude<Change, { intent: "publish" }>): Promise<{ msg: string }> {
  switch (request.intent) {
    case "include": {
      const { collection: id, name: filter, on } = request;
      const input = { id, collection: id, name: filter };
      return on ? calls.include(input) : calls.remove(input);
    }
    case "settings": {
      const { intent: _, settings: values, ...rest } = request;
      return calls.updateSettings({ ...rest, ...values, id: rest.collection });
    }
    case "options": {
      const { collection: id, name: filter, version: basedOn, options: changed } = request;
      return calls.updateOptions({ id, collection: id, filter, version: basedOn, options: changed });
    }
    case "copy":
      return calls.copy(request);
    case "activate":
      return calls.setActive({ name: request.name, active: request.on });
    case "ui": {
      const { intent: _, settings: values, ...rest } = request;
      return calls.updateUi({ ...rest, ...values });
    }
    case "solr": {
      const { intent: _, ...input } = request;
      return calls.updateSolr(input);
    }
  }
}

/** Reads the collections from Shopify. The page then loads them, and says why they couldn't be read. */
async function refresh(calls: Calls): Promise<ActionAnswer> {
  await calls.collections({ refresh: "true" }).catch(() => undefined);
  return {};
}

/** The notice is replaced by the outcome when the job ends. */
async function publish(calls: Calls): Promise<ActionAnswer> {
  const { msg, jobId } = await calls.updateCollections();
  if (jobId === null) return { notice: { level: "info", text: msg } };
  const link = { label: "Open in the job center", url: `/jobs/${jobId}` };
  return { notice: { level: "info", text: msg, link, job: { id: jobId, title: "Update Collections" } } };
}
