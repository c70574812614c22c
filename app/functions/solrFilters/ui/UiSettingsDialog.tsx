import { Checkbox, FormLayout, Select, Text, TextField } from "@shopify/polaris";
import { useEffect, useRef, useState } from "react";
import { FormDialog } from "~/ui/form/FormDialog";
import { useForm } from "~/ui/form/form-context";
import { PRICE } from "../fields";
import { filtersCall } from "../function";
import type { CollectionFilter, FilterDefinition } from "../schemas";
import * as settings from "../settings";
import { LatestChanges } from "./LatestChanges";
import { useOrderText } from "./OrderInput";

interface UiSettingsDialogProps {
  /** A definition, or a filter of a collection. */
  filter: FilterDefinition | CollectionFilter;
  onClose(): void;
}

/** The settings of a filter for the storefront: of its definition, or in a collection. Render it while it is open. */
export default function UiSettingsDialog({ filter, onClose }: UiSettingsDialogProps) {
  const [initial] = useState(() => settings.settingsOf(filter));
  const [values, setValues] = useState(initial);
  const isDefinition = !("collection" in filter);
  const changed = { name: filter.name, version: filter.version, ...values };
  return (
    <FormDialog
      title="Update Filter"
      submitLabel="Save Changes"
      incomplete={settings.changedSettings(initial, values).length === 0}
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
        latest={settings.settingsOf(filter)}
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
  initial: settings.FilterSettings;
  latest: settings.FilterSettings;
  values: settings.FilterSettings;
  onFollow(latest: Partial<settings.FilterSettings>): void;
}

/** Says what someone else has changed. A setting that this person didn't edit becomes what is stored now. */
function FollowLatest({ initial, latest, values, onFollow }: FollowLatestProps) {
  const { isOutdated } = useForm();
  const changed = isOutdated ? settings.changedSettings(initial, latest) : [];
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
        (name) => `${settings.SETTING_LABELS[name]}: “${latest[name]}” instead of “${initial[name]}”`,
      )}
    />
  );
}

interface SettingFieldsProps {
  values: settings.FilterSettings;
  isPrice: boolean;
  onChange(changed: Partial<settings.FilterSettings>): void;
}

function SettingFields({ values, isPrice, onChange }: SettingFieldsProps) {
  const { busy } = useForm();
  const set = (changed: Partial<settings.FilterSettings>) => !busy && onChange(changed);
  const order = useOrderText(values.order, (next) => set({ order: next }));
  const enabled = settings.enabledFields(values);
  const text = (name: "overwrite" | "params" | "customRangeButton" | "clear", disabled = false) => (
    <TextField
      label={settings.SETTING_LABELS[name]}
      autoComplete="off"
      maxLength={name === "params" ? settings.MAX_PARAMS_LENGTH : settings.MAX_CAPTION_LENGTH}
      disabled={disabled}
      readOnly={busy}
      value={values[name]}
      onChange={(value) => set({ [name]: value })}
    />
  );
  const box = (name: "show" | "counts" | "expand" | "customRange" | "optionFinder", disabled = false) => (
    <Checkbox
      label={settings.SETTING_LABELS[name]}
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
        label={settings.SETTING_LABELS.order}
        autoComplete="off"
        inputMode="numeric"
        readOnly={busy}
        value={order.value}
        onChange={order.onText}
        onBlur={order.onBlur}
      />
      <Select
        label={settings.SETTING_LABELS.style}
        options={isPrice ? ["Custom"] : [...settings.CONTROL_STYLES]}
        value={values.style}
        onChange={(style) => set({ style: style as settings.ControlStyle })}
      />
      {box("counts")}
      {box("expand")}
      <Select
        label={settings.SETTING_LABELS.custom}
        placeholder="Select a control"
        options={isPrice ? ["Range"] : [...settings.CUSTOM_CONTROLS]}
        disabled={!enabled.custom}
        value={values.custom}
        onChange={(custom) => set({ custom: custom as settings.CustomControl })}
      />
      {text("params", !enabled.params)}
      {box("customRange", !enabled.customRange)}
      {text("customRangeButton", !enabled.customRangeButton)}
      {text("clear")}
      {box("optionFinder", !enabled.optionFinder)}
    </FormLayout>
  );
}
