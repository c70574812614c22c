import { Box, Button, Popover } from "@shopify/polaris";
import { useState } from "react";

/** The number of characters in two lines on a phone. */
const SHOWN = 110;

/** A person's text in a list. A long text is cut, with a button that shows all of it over the rows. */
export function LongText({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false);
  if (text.length <= SHOWN) return <>{text}</>;
  return (
    <>
      {beginningOf(text)}{" "}
      <Popover
        active={isOpen}
        onClose={() => setOpen(false)}
        activatorWrapper="span"
        activator={
          <Button variant="plain" size="micro" onClick={() => setOpen(!isOpen)}>
            Show all
          </Button>
        }
      >
        <Box padding="300" maxWidth="480px">
          {text}
        </Box>
      </Popover>
    </>
  );
}

/** As many whole words as fit, where there are any. */
const beginningOf = (text: string): string => {
  const cut = text.slice(0, SHOWN - 20);
  return `${cut.replace(/\s+\S*$/, "")}…`;
};
