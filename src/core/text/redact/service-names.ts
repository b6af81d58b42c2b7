import type { Family, SecretMatch } from "./kind.js";
import { isMasked, isPlaceholder, isRandom, isUuid } from "./likeness.js";
import { joinLongRuns } from "./runs.js";

/** Programs and services whose keys have no shape of their own: a drawn value beside one of these names is its key. */
const names =
  "sonarr|radarr|lidarr|readarr|prowlarr|bazarr|overseerr|jellyseerr|tautulli|sabnzbd|nzbget|jellyfin|emby|plex|immich|photoprism|paperless(?:-ngx)?|nextcloud|owncloud|vaultwarden|bitwarden|gitea|forgejo|gogs|gitlab|drone|woodpecker|jenkins|portainer|grafana|prometheus|influx(?:db)?|home ?assistant|hass|node-?red|n8n|uptime[ -]?kuma|gotify|ntfy|authentik|authelia|keycloak|zitadel|minio|mattermost|rocket\\.?chat|zulip|matrix|synapse|mastodon|ghost|wallabag|miniflux|freshrss|linkding|bookstack|wikijs|outline|discourse|netbox|zabbix|librenms|proxmox|truenas|unraid|synology|pihole|adguard|opnsense|pfsense|unifi|traefik|duckdns|mealie|grocy|firefly(?: iii)?|actual|octoprint|frigate|syncthing|meilisearch|typesense|algolia|kibana|sonarqube|nexus|harbor|redmine|openproject|taiga|leantime|baserow|nocodb|appsmith|budibase|directus|strapi|umami|matomo|plausible|mailcow|listmonk|open ?webui|litellm|ollama|dify|flowise|langflow|cloudflare|hetzner|linode|vultr|ovh|namecheap|godaddy|porkbun|datadog|pagerduty|opsgenie|statuspage|amplitude|mixpanel|segment|mailjet|postmark|sparkpost|messagebird|vonage|nexmo|plivo|deepl|openweather(?:map)?|tmdb|trakt|spotify|last\\.?fm|riot|steam|twitch|giphy|pexels|unsplash|mistral|cohere|deepseek|azure|together|assemblyai|deepgram";

/** A key is not a revision, an image or a number of something. */
const otherThing =
  /commit|sha\d*|hash|digest|image|version|checksum|revision|\brev\b|\bids?\b|uuid|etag|trace|request|public|fingerprint|build|branch|https?:\/\/\S*$/i;

export const serviceNames: Family = {
  hint: { test: (text) => hasDrawnRun.test(joinLongRuns(text)) && hasName.test(text) },
  kinds: [
    {
      name: "api key",
      pattern: new RegExp(
        `(?<lead>(?<![a-z])(?:${names})(?![a-z])[^<>]{0,120}?(?:[a-z]{0,12}key|token|secret|api|auth|password)["'\`]{0,2}(?:\\s{0,3}[:=]|\\sis)?\\s{0,3}["'\`]{0,2})(?<secret>[\\w+=/-]{20,200})(?![\\w+=/.-])`,
        "gi",
      ),
      check: isServiceKey,
    },
    {
      name: "api key",
      pattern: new RegExp(
        `(?<lead>(?<![a-z])(?:${names})(?:[\\w-]{0,20}\\s?[:=]\\s{0,3}|\\s(?:is\\s)?)["'\`]{0,2})(?<secret>[\\w+=-]{24,200})(?![\\w+=./-])`,
        "gi",
      ),
      check: isServiceKey,
    },
  ],
};

const hasDrawnRun = /(?<![\w+=/-])(?=[\w+=/-]{0,60}\d)[\w+=/-]{20}/;
const hasName = new RegExp(`(?<![a-z])(?:${names})(?![a-z])`, "i");

function isServiceKey({ secret, lead }: SecretMatch): boolean {
  if (isMasked(secret) || isPlaceholder(secret) || isUuid(secret) || otherThing.test(lead)) return false;
  return /\d/.test(secret) && /[a-z]/i.test(secret) && isRandom(secret);
}
