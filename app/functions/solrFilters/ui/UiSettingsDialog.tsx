import { Checkbox, FormLayout, Select, Text, TextField } from "@shopify/polaris";
import { useEffect, useRef, useState } from "react";
import { FormDialog } from "~/ui/form/FormDialog";
import { useForm } from "~/ui/form/form-context";
import { PRICE } from "../fields";
import { filtersCall } from "../function";
import type { CollectionFilter, FilterDefinition } from "../schemas";
import {
  CONTROL_STYLES,
  type ControlStyle,
  CUSTOM_CONTROLS,
  type CustomControl,
  changedSettings,
  enabledFields,
  type FilterSettings,
  MAX_CAPTION_LENGTH,
  MAX_PARAMS_LENGTH,
  SETTING_LABELS,
  settingsOf,
} from "../settings";
import { LatestChanges } from "./LatestChanges";
import { useOrderText } from "./OrderInput";

interface UiSettingsDialogProps {
  /** A definition, or a filter of a collection. */
  filter: FilterDefinition | CollectionFilter;
  onClose(): void;
}

/** The settings of a filter for the storefront: of its definition, or in a collection. Render it while it is open. */
export default function UiSettingsDialog({ filter, onClose }: UiSettingsDialogProps) {
  const [initial] = useState(() => settingsOf(filter));
  const [values, setValues] = useState(initial);
  const isDefinition = !("collection" in filter);
  const changed = { name: filter.name, version: filter.version, ...values };
  return (
    <FormDialog
      title="Update Filter"
      submitLabel="Save Changes"
      incomplete={changedSettings(initial, values).length === 0}
      call={
        isDefinition
          ? filtersCall("solrFilters.updateUi", changed)
          : filtersCall("solrFilters.updateSettings", {
              ...changed,
              id: filter.collection,
              collection: filter.collection,
            })
      }
      onClose={onClose}
    >
      <TextField label="Filter" autoComplete="off" readOnly value={filter.name} />
      <FollowLatest
        initial={initial}
        latest={settingsOf(filter)}
        onFollow={(latest) => setValues((before) => ({ ...before, ...latest }))}
        values={values}
      />
      <SettingFields
        values={values}
        isPrice={filter.name === PRICE}
        onChange={(changed) => setValues((before) => ({ ...before, ...changed }))}
      />
      {isDefinition && (
        <Text as="p" tone="subdued">
          Collections begin with these settings when they include the filter. Those that include it already
          keep their own.
        </Text>
      )}
    </FormDialog>
  );
}

interface FollowLatestProps {
  /** The settings as the dialog was opened with them, as they are stored now, and as they are edited. */
  initial: FilterSettings;
  latest: FilterSettings;
  values: FilterSettings;
  onFollow(latest: Partial<FilterSettings>): void;
}

/** Says what someone else has changed. A setting that this person didn't edit becomes what is stored now. */
function FollowLatest({ initial, latest, values, onFollow }: FollowLatestProps) {
  const { isOutdated } = useForm();
  const changed = isOutdated ? changedSettings(initial, latest) : [];
  const unedited = changed.filter((name) => values[name] === initial[name]);
  const follow = useRef(onFollow);
  follow.current = onFollow;
  const latestText = JSON.stringify(Object.fromEntries(unedited.map((name) => [name, latest[name]])));
  useEffect(() => {
    if (latestText !== "{}") follow.current(JSON.parse(latestText));
  }, [latestText]);
  return (
    <LatestChanges
      changes={changed.map(
        (name) => `${SETTING_LABELS[name]}: “${latest[name]}” instead of “${initial[name]}”`,
      )}
    />
  );
}

interface SettingFieldsProps {
  values: FilterSettings;
  isPrice: boolean;
  onChange(changed: Partial<FilterSettings>): void;
}

function SettingFields({ values, isPrice, onChange }: SettingFieldsProps) {
  const { busy } = useForm();
  const set = (changed: Partial<FilterSettings>) => !busy && onChange(changed);
  const order = useOrderText(values.order, (next) => set({ order: next }));
  const enabled = enabledFields(values);
  const text = (name: "overwrite" | "params" | "customRangeButton" | "clear", disabled = false) => (
    <TextField
      label={SETTING_LABELS[name]}
      autoComplete="off"
      maxLength={name === "params" ? MAX_PARAMS_LENGTH : MAX_CAPTION_LENGTH}
      disabled={disabled}
      readOnly={busy}
      value={values[name]}
      onChange={(value) => set({ [name]: value })}
    />
  );
  const box = (name: "show" | "counts" | "expand" | "customRange" | "optionFinder", disabled = false) => (
    <Checkbox
      label={SETTING_LABELS[name]}
      disabled={disabled}
      checked={values[name]}
      onChange={(value) => set({ [name]: value })}
    />
  );
  return (
    <FormLayout>
      {text("overwrite")}
      {box("show")}
      <TextField
        label={SETTING_LABELS.order}
        autoComplete="off"
        inputMode="numeric"
        readOnly={busy}
        value={order.value}
        onChange={order.onText}
        onBlur={order.onBlur}
      />
      <Select
        label={SETTING_LABELS.style}
        options={isPrice ? ["Custom"] : [...CONTROL_STYLES]}
        value={values.style}
        onChange={(style) => set({ style: style as ControlStyle })}
      />
      {box("counts")}
      {box("expand")}
      <Select
        label={SETTING_LABELS.custom}
        placeholder="Select a control"
        options={isPrice ? ["Range"] : [...CUSTOM_CONTROLS]}
        disabled={!enabled.custom}
        value={values.custom}
        onChange={(custom) => set({ custom: custom as CustomControl })}
      />
      {text("params", !enabled.params)}
      {box("customRange", !enabled.customRange)}
      {text("customRangeButton", !enabled.customRangeButton)}
      {text("clear")}
      {box("optionFinder", !enabled.optionFinder)}
    </FormLayout>
  );
}
