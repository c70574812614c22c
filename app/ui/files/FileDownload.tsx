import { Button, type ButtonProps } from "@shopify/polaris";
import { useState } from "react";
import { formatBytes } from "~/ui/numbers";
import { saveFile } from "~/ui/save-file";
import { useNotices } from "~/ui/useNotices";

interface FileDownloadProps extends Pick<ButtonProps, "variant" | "size"> {
  file: { id: string; name: string; size: number };
  /** The button's label. By default, the file's name. */
  label?: string;
}

/** Downloads a file. Shows its size before, and the progress during the download. */
export function FileDownload({ file, label = file.name, variant, size }: FileDownloadProps) {
  const [share, setShare] = useState<number | null>(null);
  const { show } = useNotices();

  const download = async () => {
    setShare(0);
    try {
      const { name, content, contentType } = await fetchFile(file.id, setShare);
      saveFile(name, content, contentType);
    } catch (error) {
      const text = error instanceof FetchFileError ? error.message : "The file couldn't be saved. Try again.";
      show({ level: "critical", text });
    } finally {
      setShare(null);
    }
  };

  const text =
    share === null
      ? `${label} (${formatBytes(file.size)})`
      : `Downloading, ${Math.round(share * 100)}% of ${formatBytes(file.size)}`;
  // Speech input finds a button by the text that it shows.
  const name = share === null && label === file.name ? `Download ${text}` : `${text}, ${file.name}`;
  return (
    <Button
      variant={variant}
      size={size}
      disabled={share !== null}
      accessibilityLabel={name}
      onClick={download}
    >
      {text}
    </Button>
  );
}

/** A file's metadata. */
interface FileHead {
  name: string;
  contentType: string;
  parts: number;
}

/** A file could not be fetched, and why, in a sentence for the person. */
class FetchFileError extends Error {}

const UNREACHABLE = "The file couldn't be fetched. Check the connection and try again.";

/** The pauses before a part is requested again, unless the server names one. Together enough for a usual restart of the server. */
const PAUSES_MS = [1_000, 3_000, 5_000, 5_000];

const MAX_PAUSE_MS = 5_000;

/**
 * Fetches a file part by part. By script, because a link in the admin's frame would carry no session token.
 * @param onProgress called with the share that has arrived, from 0 to 1
 * @throws FetchFileError
 */
export async function fetchFile(
  id: string,
  onProgress: (share: number) => void,
): Promise<{ name: string; content: Blob; contentType: string }> {
  const head: FileHead = await (await get(`/files/${id}`)).json();
  const parts: Blob[] = [];
  for (let position = 0; position < head.parts; position += 1) {
    parts.push(await (await get(`/files/${id}/${position}`)).blob());
    onProgress(parts.length / head.parts);
  }
  return { name: head.name, content: new Blob(parts), contentType: head.contentType };
}

async function get(url: string): Promise<Response> {
  for (let repeats = 0; ; repeats += 1) {
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return response;
    const pauseMs = PAUSES_MS[repeats];
    if (pauseMs === undefined || (response && response.status < 500))
      throw new FetchFileError(response ? await sentenceOf(response) : UNREACHABLE);
    const namedMs = Number(response?.headers.get("Retry-After")) * 1_000;
    await new Promise((resolve) => setTimeout(resolve, Math.min(namedMs || pauseMs, MAX_PAUSE_MS)));
  }
}

async function sentenceOf(response: Response): Promise<string> {
  const body: { msg?: unknown } | null = await response.json().catch(() => null);
  return typeof body?.msg === "string" && body.msg !== "" ? body.msg : UNREACHABLE;
}
