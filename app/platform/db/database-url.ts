/** One server that a connection string names. */
export interface DatabaseHost {
  host: string;
  port: number;
}

/** A connection string, split into what node-postgres understands and what it doesn't. */
interface DatabaseUrl {
  /** The connection string with the first host, for node-postgres. */
  url: string;
  /** The hosts to look for the primary among. Empty when the string has a single host, or a socket. */
  hosts: DatabaseHost[];
}

const DEFAULT_PORT = 5432;
/** `read-write` and `primary` mean the same to a server that isn't set to read-only. */
const TARGETS = ["read-write", "primary"];

/** A connection string that can't be used. The message continues the variable's name: "must name …". */
class InvalidDatabaseUrl extends Error {}

/**
 * Reads a connection string as libpq does: `postgres://user:password@a:5432,b:5432/backroom?target_session_attrs=read-write`.
 * Node-postgres knows neither several hosts nor that parameter.
 * @throws InvalidDatabaseUrl
 */
export function parseDatabaseUrl(text: string): DatabaseUrl {
  const [, scheme, userInfo = "", authority = "", path = "", query = ""] =
    /^(postgres(?:ql)?:\/\/)([^@/?]*@)?([^/?]*)([^?]*)(?:\?(.*))?$/s.exec(text) ?? [];
  if (!scheme) throw new InvalidDatabaseUrl("must start with postgres://");
  const parameters = new URLSearchParams(query);
  const target = parameters.get("target_session_attrs");
  if (target !== null && !TARGETS.includes(target))
    throw new InvalidDatabaseUrl(
      `has target_session_attrs=${target}. Backroom writes, so it must be read-write`,
    );
  parameters.delete("target_session_attrs");
  const hosts = authority === "" ? [] : authority.split(",").map(readHost);
  const first = hosts[0] ? `${bracketed(hosts[0].host)}:${hosts[0].port}` : "";
  const rest = parameters.size > 0 ? `?${parameters}` : "";
  const url = `${scheme}${userInfo}${first}${path}${rest}`;
  // node-postgres reads a user without a host, for a socket, which URL refuses.
  if (!isDecodable(userInfo) || (first !== "" && !URL.canParse(url)))
    throw new InvalidDatabaseUrl(
      "isn't a valid connection string: percent-encode characters such as @ and / in the password",
    );
  return { url, hosts: hosts.length > 1 || (hosts.length === 1 && target !== null) ? hosts : [] };
}

function readHost(text: string): DatabaseHost {
  const [, host, port] = /^(\[[^\]]+\]|[^:]+)(?::(\d{1,5}))?$/.exec(text) ?? [];
  if (!host || Number(port ?? DEFAULT_PORT) > 65_535 || port === "0")
    throw new InvalidDatabaseUrl(
      `has the host "${text}". Each must be a name or an address, with a port, separated by commas: a:5432,b:5432`,
    );
  return { host: host.replace(/^\[|\]$/g, ""), port: Number(port ?? DEFAULT_PORT) };
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

const bracketed = (host: string): string => (host.includes(":") ? `[${host}]` : host);

/** A connection string that names a single host, with another one. */
export const withHost = (url: string, { host, port }: DatabaseHost): string =>
  url.replace(/^([a-z]+:\/\/(?:[^@/?]*@)?)[^/?]*/, `$1${bracketed(host)}:${port}`);
