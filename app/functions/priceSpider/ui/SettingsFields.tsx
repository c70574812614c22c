import { BlockStack, Checkbox, Divider, FormLayout, Select, Text, TextField } from "@shopify/polaris";
import { type ReactNode, useState } from "react";
import { FTP_CLIENTS, type FtpClient } from "~/connectors/pricespider/port";
import type { CallAnswer } from "~/core/answer-call.server";
import { useCall } from "~/ui/useCall";
import { useInertUntilHydrated } from "~/ui/useHydrated";
import { priceSpiderCall } from "../function";
import type { SettingsAnswer, UpdateAnswer } from "../schemas";
import {
  MAX_SETTING_LENGTH,
  type PriceSpiderSettings,
  SETTING_LABELS,
  type SettingName,
} from "../settings-fields";

interface SettingsFieldsProps {
  form: SettingsFormState;
  hasPassword: SettingsAnswer["hasPassword"];
  serverKey: SettingsAnswer["serverKey"];
  onSave(): void;
}

type TextSetting = Exclude<SettingName, "enable" | "ftpClient">;

/** The settings in their three sections. */
export function SettingsFields({ form, hasPassword, serverKey, onSave }: SettingsFieldsProps) {
  const { values, problems, isBusy, change } = form;
  const inert = useInertUntilHydrated();
  const text = (name: TextSetting) => ({
    name,
    label: SETTING_LABELS[name],
    value: values[name],
    error: problems[name] && `This field ${problems[name]}.`,
    maxLength: MAX_SETTING_LENGTH,
    autoComplete: "off",
    readOnly: isBusy,
    onChange: (value: string) => change(name, value as PriceSpiderSettings[TextSetting]),
  });
  return (
    <form
      {...inert}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      <BlockStack gap="400">
        <Section title="Wyomind Product Feeds">
          <TextField
            {...text("wyomindProductFeedsUrl")}
            type="url"
            placeholder="https://feeds.example/pricespider.csv"
            helpText="The address of the product feed: CSV, TXT or XML, by https."
          />
        </Section>
        <Divider />
        <Section title="PriceSpider">
          <FormLayout.Group>
            <TextField {...text("priceSpiderHost")} placeholder="ftp.pricespider.example" />
            <TextField
              {...text("priceSpiderPort")}
              inputMode="numeric"
              helpText="Usually 21 for FTP, 22 for SFTP."
            />
          </FormLayout.Group>
          <FormLayout.Group>
            <TextField {...text("priceSpiderUser")} />
            <TextField
              {...text("priceSpiderPassword")}
              type="password"
              autoComplete="new-password"
              helpText={
                hasPassword
                  ? "A password is stored. Enter it again to change host, port, user or FTP client."
                  : "It is stored encrypted and never shown again."
              }
            />
          </FormLayout.Group>
          <TextField {...text("uploadDir")} helpText="The folder on the server. It must exist." />
        </Section>
        <Divider />
        <Section title="Custom App">
          <Checkbox
            label={SETTING_LABELS.enable}
            helpText="Allows the transfer to PriceSpider."
            checked={values.enable}
            disabled={isBusy}
            onChange={(enable) => change("enable", enable)}
          />
          <FormLayout.Group>
            <Select
              name="ftpClient"
              label={SETTING_LABELS.ftpClient}
              options={[...FTP_CLIENTS]}
              value={values.ftpClient}
              error={problems.ftpClient && `This field ${problems.ftpClient}.`}
              helpText={serverKey ? `The server's key is ${serverKey}.` : undefined}
              disabled={isBusy}
              onChange={(client) => change("ftpClient", client as FtpClient)}
            />
            <TextField {...text("downloadDir")} helpText="Deleted after each transfer." readOnly />
          </FormLayout.Group>
        </Section>
      </BlockStack>
      <button type="submit" hidden />
    </form>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <BlockStack gap="300">
      <Text as="h2" variant="headingMd">
        {title}
      </Text>
      <FormLayout>{children}</FormLayout>
    </BlockStack>
  );
}

type Edits = Partial<PriceSpiderSettings>;

type Problems = Readonly<Record<string, string>>;

const NO_PROBLEMS: Problems = {};

/**
 * The form's state: the stored settings, and what was changed in the form. Only changes are sent. What was updated becomes the stored
 * value, what failed stays as it was entered, and a refusal restores the stored values.
 * @param loaded as the page's loader read them
 */
export function useSettingsForm(loaded: PriceSpiderSettings) {
  const [stored, setStored] = useState({ loaded, settings: loaded });
  const [edits, setEdits] = useState<Edits>({});
  const [problems, setProblems] = useState(NO_PROBLEMS);
  const { run, isBusy, answer, accepted } = useCall<CallAnswer>();
  const [last, setLast] = useState(answer);
  const settings = stored.loaded === loaded ? stored.settings : loaded;
  if (stored.loaded !== loaded) setStored({ loaded, settings });
  if (!isBusy && answer !== last) {
    setLast(answer);
    const status = answer?.status;
    const { updated = [], problems: reasons = NO_PROBLEMS } = (answer?.value ?? {}) as Partial<UpdateAnswer>;
    const values = Object.fromEntries(updated.map(({ setting, value }) => [setting, value]));
    setStored({ loaded, settings: { ...settings, ...values } });
    setEdits(status === undefined ? without(edits, Object.keys(values)) : {});
    setProblems(status === undefined ? reasons : NO_PROBLEMS);
  }
  return {
    values: { ...settings, ...edits },
    /** By setting, as sentences without their subject. */
    problems,
    isDirty: Object.keys(edits).length > 0,
    isBusy,
    /** What was changed is saved, and the page's data are read again. */
    isSaved: accepted !== undefined && accepted !== last,
    /** To the last update. */
    answer: last,
    change<Name extends SettingName>(name: Name, value: PriceSpiderSettings[Name]) {
      setProblems(without(problems, [name]));
      setEdits(value === settings[name] ? without(edits, [name]) : { ...edits, [name]: value });
    },
    discard() {
      setEdits({});
      setProblems(NO_PROBLEMS);
    },
    save: () => run(priceSpiderCall("priceSpider.update", edits)),
  };
}

type SettingsFormState = ReturnType<typeof useSettingsForm>;

const without = <T extends object>(fields: T, names: readonly string[]): T =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name))) as T;
