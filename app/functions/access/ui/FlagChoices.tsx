import { BlockStack, Button, ButtonGroup, Checkbox, InlineGrid, InlineStack, Text } from "@shopify/polaris";
import { useEffect, useRef, useState } from "react";
import { useForm } from "~/ui/form/form-context";
import type { FunctionChoice } from "../function-choices";

/** A checkbox per function that can be granted, with buttons for all and none. */
export function FlagChoices({
  granted,
  choices,
}: {
  granted: readonly string[];
  choices: readonly FunctionChoice[];
}) {
  const [ticked, setTicked] = useState<readonly string[]>(granted);
  const { busy } = useForm();
  const group = useRef<HTMLFieldSetElement>(null);
  const toggle = (flag: string, on: boolean) =>
    setTicked(on ? [...ticked, flag] : ticked.filter((one) => one !== flag));

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
              helpText={description}
              checked={ticked.includes(flag)}
              onChange={(on) => !busy && toggle(flag, on)}
            />
          ))}
        </InlineGrid>
      </BlockStack>
    </fieldset>
  );
}
