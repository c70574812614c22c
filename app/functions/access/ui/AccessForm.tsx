import {
  BlockStack,
  Button,
  ButtonGroup,
  Card,
  Checkbox,
  Divider,
  InlineGrid,
  InlineStack,
  Page,
  Text,
} from "@shopify/polaris";
import { useEffect, useRef } from "react";
import { type LimitedFunction, readTabIds, tabIdsProblem } from "~/core/access/tab-limits";
import type { ActionAnswer } from "~/platform/notice";
import { FormPage } from "~/ui/FormPage";
import { TextInput, withChange } from "~/ui/form/fields";
import { useForm } from "~/ui/form/form-context";
import { useStoredChoices } from "~/ui/form/useStoredValue";
import { useListRefresh } from "~/ui/realtime/useRealtime";
import { useFetcher } from "~/ui/useFetcher";
import { accessCall } from "../function";
import type { FunctionChoice } from "../function-choices";
import type { AdministratorAccess } from "../grant.server";
import { accessList } from "../list";

/** The form of an administrator's access: a checkbox per function, and tab limits where a function has them. */
export function AccessForm({
  person,
  choices,
  limited,
}: {
  person: AdministratorAccess;
  choices: readonly FunctionChoice[];
  limited: readonly LimitedFunction[];
}) {
  const fetcher = useFetcher<ActionAnswer>();
  useListRefresh(accessList.name);
  return (
    <FormPage
      title={person.name}
      subtitle={person.email}
      backAction={{ content: "Access", url: "/access" }}
      fetcher={fetcher}
      call={accessCall("access.grant", { id: person.id, version: person.version })}
    >
      <FlagChoices granted={person.flags} choices={choices} />
      <Divider />
      <BlockStack gap="100">
        <Text as="h2" variant="headingMd">
          Tabs
        </Text>
        <Text as="p" tone="subdued">
          These functions can be limited to some of their tabs, by the tabs' ids. A limit applies while the
          person may open the function.
        </Text>
      </BlockStack>
      {limited.map(({ flag, menuName, tabs }) => (
        <TextInput
          key={flag}
          name={`tabLimits.${flag}`}
          label={`Tabs of ${menuName}`}
          optional
          placeholder="Not limited"
          helpText={`Separated by commas: ${tabs.join(", ")}. Leave blank for all tabs.`}
          maxLength={1300}
          defaultValue={person.tabLimits[flag]?.join(", ")}
          sent={sentTabIds}
          validate={(text) => tabIdsProblem(text, tabs, person.tabLimits[flag])}
        />
      ))}
    </FormPage>
  );
}

/** A blank field limits nothing. */
function sentTabIds(text: string) {
  const ids = readTabIds(text);
  return ids.length > 0 ? ids : undefined;
}

/** A checkbox per function that can be granted, with buttons for all and none. */
function FlagChoices({
  granted,
  choices,
}: {
  granted: readonly string[];
  choices: readonly FunctionChoice[];
}) {
  const { chosen: ticked, setChosen: setTicked, changeOf } = useStoredChoices(granted);
  const { busy, provide } = useForm();
  const group = useRef<HTMLFieldSetElement>(null);
  const toggle = (flag: string, on: boolean) =>
    setTicked(on ? [...ticked, flag] : ticked.filter((one) => one !== flag));

  useEffect(() => {
    provide("flags", ticked);
    return () => provide("flags", undefined);
  }, [provide, ticked]);

  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each change, also by a button
  useEffect(() => {
    // The save bar listens for form events, and a button that sets checkboxes dispatches none.
    if (!isFirst.current) group.current?.dispatchEvent(new Event("change", { bubbles: true }));
    isFirst.current = false;
  }, [ticked]);

  return (
    <fieldset ref={group} style={{ border: 0, margin: 0, padding: 0 }}>
      <BlockStack gap="400">
        <InlineStack align="space-between" blockAlign="center">
          <Text as="h2" variant="headingMd">
            Functions
          </Text>
          <ButtonGroup>
            <Button size="micro" disabled={busy} onClick={() => setTicked(choices.map(({ flag }) => flag))}>
              All
            </Button>
            <Button size="micro" disabled={busy} onClick={() => setTicked([])}>
              None
            </Button>
          </ButtonGroup>
        </InlineStack>
        <InlineGrid columns={{ xs: 1, md: 2 }} gap="300">
          {choices.map(({ flag, menuName, description }) => (
            <Checkbox
              key={flag}
              name="flags"
              value={flag}
              label={menuName}
              helpText={withChange(changeOf(flag), description)}
              checked={ticked.includes(flag)}
              onChange={(on) => !busy && toggle(flag, on)}
            />
          ))}
        </InlineGrid>
      </BlockStack>
    </fieldset>
  );
}

/** Replaces the form for the account owner, who has full access. */
export function OwnerPage({ person }: { person: AdministratorAccess }) {
  return (
    <Page title={person.name} subtitle={person.email} backAction={{ content: "Access", url: "/access" }}>
      <Card>
        <Text as="p">The account owner may open everything. This can't be limited.</Text>
      </Card>
    </Page>
  );
}
