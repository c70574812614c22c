import { BlockStack, Button, InlineStack, Text } from "@shopify/polaris";
import { useEffect, useState } from "react";
import type { PartProps } from "~/domain/customers/card-part";
import { Moment } from "~/ui/Moment";
import { saveFile } from "~/ui/save-file";
import type { RegistrationAnswer } from "../questions/answers.server";
import styles from "./AnswersPart.module.css";

/** What the customer answered to questions about their registration, newest first. */
export function AnswersPart({ data }: PartProps<readonly RegistrationAnswer[]>) {
  return (
    <BlockStack gap="400">
      {data.map(({ id, question, text, at, file }) => (
        <BlockStack key={id} gap="100">
          <Text as="p" tone="subdued">
            “{question}” Answered <Moment at={at} time />
          </Text>
          {text && (
            <Text as="p" breakWord>
              {text}
            </Text>
          )}
          {file && <Proof file={file} />}
        </BlockStack>
      ))}
    </BlockStack>
  );
}

type ProofFile = NonNullable<RegistrationAnswer["file"]>;

const REASONS: Record<ProofFile["state"], string> = {
  waiting: "The file is still being checked. Reload this page in a moment.",
  failed: "The file can't be read. Ask the customer for another one.",
  ready: "",
};

const UNREACHABLE = "The file couldn't be loaded. Try again.";

/** A file that the customer sent: its picture, and a button that saves it. */
function Proof({ file }: { file: ProofFile }) {
  const { id, name, contentType, state, problem } = file;
  const pictureUrl = usePicture(file);
  const [failure, setFailure] = useState<string>();
  const [isLoading, setLoading] = useState(false);
  const reason = [REASONS[state], problem].filter(Boolean).join(" ");
  if (reason)
    return (
      <Text as="p" tone="caution">
        {reason}
      </Text>
    );
  const save = async () => {
    setFailure(undefined);
    setLoading(true);
    try {
      saveFile(name, await fetchBytes(id, "file"), contentType);
    } catch {
      setFailure(UNREACHABLE);
    }
    setLoading(false);
  };
  return (
    <BlockStack gap="200">
      {pictureUrl && <img className={styles.proof} src={pictureUrl} alt={`Proof: ${name}`} />}
      <InlineStack gap="200" blockAlign="center">
        <Button size="slim" loading={isLoading} onClick={save} accessibilityLabel={`Download ${name}`}>
          Download
        </Button>
        <Text as="span" breakWord>
          {name}
        </Text>
      </InlineStack>
      {failure && (
        <Text as="p" tone="critical">
          {failure}
        </Text>
      )}
    </BlockStack>
  );
}

/** Loads the picture of a proof by script, because an address in the admin's frame carries no session token. A PDF has its first page. */
function usePicture({ id, contentType, hasThumbnail, state }: ProofFile): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (state !== "ready") return;
    const isPicture = contentType !== "application/pdf";
    if (!isPicture && !hasThumbnail) return;
    const abort = new AbortController();
    let made: string | undefined;
    fetchBytes(id, isPicture ? "file" : "thumbnail", abort.signal)
      .then((bytes) => {
        if (abort.signal.aborted) return;
        // The response has no type that a browser would show.
        made = URL.createObjectURL(new Blob([bytes], { type: isPicture ? contentType : "image/jpeg" }));
        setUrl(made);
      })
      // The file can still be downloaded.
      .catch(() => {});
    return () => {
      abort.abort();
      if (made) URL.revokeObjectURL(made);
    };
  }, [id, contentType, hasThumbnail, state]);
  return url;
}

async function fetchBytes(
  id: string,
  variant: "file" | "thumbnail",
  signal?: AbortSignal,
): Promise<ArrayBuffer> {
  const response = await fetch(`/attachments/${id}/${variant}`, { signal });
  if (!response.ok) throw new Error(UNREACHABLE);
  return response.arrayBuffer();
}
