import { ruleNames } from "./formats/rules.js";
import type { Family, SecretMatch } from "./kind.js";
import { isMasked, isPlaceholder, isRandom, isUuid } from "./likeness.js";
import { makeRunSpots } from "./spots.js";

/** Programs and services whose keys have no shape of their own: a drawn value beside one of these names is its key. */
const hosted =
  "sonarr|radarr|lidarr|readarr|prowlarr|bazarr|overseerr|jellyseerr|tautulli|sabnzbd|nzbget|jellyfin|emby|plex|immich|photoprism|paperless(?:-ngx)?|nextcloud|owncloud|vaultwarden|bitwarden|gitea|forgejo|gogs|gitlab|drone|woodpecker|jenkins|portainer|grafana|prometheus|influx(?:db)?|home ?assistant|hass|node-?red|n8n|uptime[ -]?kuma|gotify|ntfy|authentik|authelia|keycloak|zitadel|minio|mattermost|rocket\\.?chat|zulip|matrix|synapse|mastodon|ghost|wallabag|miniflux|freshrss|linkding|bookstack|wikijs|outline|discourse|netbox|zabbix|librenms|proxmox|truenas|unraid|synology|pihole|adguard|opnsense|pfsense|unifi|traefik|duckdns|mealie|grocy|firefly(?: iii)?|actual|octoprint|frigate|syncthing|meilisearch|typesense|algolia|kibana|sonarqube|nexus|harbor|redmine|openproject|taiga|leantime|baserow|nocodb|appsmith|budibase|directus|strapi|umami|matomo|plausible|mailcow|listmonk|open ?webui|litellm|ollama|dify|flowise|langflow|cloudflare|hetzner|linode|vultr|ovh|namecheap|godaddy|porkbun|datadog|pagerduty|opsgenie|statuspage|amplitude|mixpanel|segment|mailjet|postmark|sparkpost|messagebird|vonage|nexmo|plivo|deepl|openweather(?:map)?|tmdb|trakt|spotify|last\\.?fm|riot|steam|twitch|giphy|pexels|unsplash|mistral|cohere|deepseek|azure|together|assemblyai|deepgram";

/** By the length of a key, where it is shorter than others or is a number of a thing elsewhere. */
const byLength: Readonly<Record<string, string>> = {
  14: "sumo",
  17: "bundle_gems__contribsys__com|bundle_enterprise__contribsys__com",
  uuid: `postmark|${ruleNames.uuid}`,
};
const names = [...new Set([hosted, ...Object.values(ruleNames)].join("|").split("|"))].join("|");

/** A key is not a revision, an image or a number of something. */
const otherThing =
  /commit|sha\d*|hash|digest|image|version|checksum|revision|\brev\b|\bids?\b|uuid|etag|trace|request|public|fingerprint|build|branch|https?:\/\/\S*$/i;

const spots = makeRunSpots(`(?:(?<![a-z])|(?<=-D))(?:${names})`, 160);
const secret = "(?<secret>[0-9a-f]{8}:[0-9a-f]{8}|[\\w+=/.-]{14,200})(?![\\w+=/.-])";

export const serviceNames: Family = {
  hint: { test: (text) => spots(text).length > 0 },
  kinds: [
    `[^<>]{0,120}?(?:[a-z]{0,12}key|token|secret|api|auth|password)["'\`]{0,2}(?:\\s{0,3}[:=]|\\sis)?\\s{0,3}["'\`]{0,2}`,
    `(?:[\\w.-]{0,20}["'\`]?(?:\\s?(?:[:=,]|=>|:=)\\s{0,3}|\\s)(?:is\\s)?)["'\`]{0,2}`,
  ].map((between) => ({
    name: "api key",
    pattern: new RegExp(`(?<lead>(?:${names})${between})${secret}`, "iy"),
    spots,
    check: isServiceKey,
  })),
};

function isServiceKey({ secret: key, lead }: SecretMatch): boolean {
  if (isMasked(key) || isPlaceholder(key) || otherThing.test(lead)) return false;
  if (!/\d/.test(key) || !/[a-z]/i.test(key) || !isRandom(key)) return false;
  if (isUuid(key)) return hasLength("uuid", lead);
  return (key.length >= 20 && /(?:key|token|secret|api|auth|password)["'`]{0,2}\s{0,3}[:=\s]/i.test(lead)) ||
    key.length >= 24
    ? !/[./]/.test(key) || key.length > 30
    : hasLength(String(key.length), lead);
}

/** Whether the service's keys are this long. */
function hasLength(length: string, lead: string): boolean {
  const listed = [byLength[length], ruleNames[length]].filter((each) => each !== undefined).join("|");
  return listed !== "" && new RegExp(`^(?:${listed})`, "i").test(lead);
}
