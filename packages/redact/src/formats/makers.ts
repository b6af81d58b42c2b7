import { ownFormats } from "./own.js";
import { ruleFormats, ruleNames } from "./rules.js";

/** Programs and services whose keys have no letters of their own, beside those of the rules. Without spaces and signs. */
const named =
  "sonarr radarr lidarr readarr prowlarr bazarr overseerr jellyseerr tautulli sabnzbd nzbget jellyfin emby plex immich photoprism paperless nextcloud owncloud vaultwarden bitwarden gitea forgejo gogs gitlab drone woodpecker jenkins portainer grafana prometheus influx influxdb homeassistant hass nodered n8n uptimekuma gotify ntfy authentik authelia keycloak zitadel minio mattermost rocketchat zulip synapse mastodon ghost wallabag miniflux freshrss linkding bookstack wikijs outline discourse netbox zabbix librenms proxmox truenas unraid synology pihole adguard opnsense pfsense unifi traefik duckdns mealie grocy firefly octoprint frigate syncthing meilisearch typesense algolia kibana sonarqube nexus harbor redmine openproject taiga leantime baserow nocodb appsmith budibase directus strapi umami matomo plausible mailcow listmonk openwebui litellm ollama dify flowise langflow " +
  "cloudflare hetzner hcloud linode vultr ovh upcloud bunnycdn railway namecheap godaddy porkbun datadog pagerduty opsgenie statuspage uptimerobot pingdom rollbar bugsnag loggly papertrail logzio amplitude mixpanel segment mailjet postmark sparkpost messagebird vonage nexmo plivo sinch twilio bandwidth deepl openweather openweathermap weatherapi alphavantage polygon alpaca binance bybit coinmarketcap coingecko etherscan infura alchemy quicknode moralis tmdb omdb trakt spotify lastfm riot steam twitch giphy pexels unsplash imgur mistral cohere deepseek azure together assemblyai deepgram elevenlabs weaviate qdrant braintree adyen razorpay paystack bigcommerce etsy pusher pushover tomtom mapquest ipinfo ipstack fixer exchangerate newsapi nasa cloudinary reddit zendesk freshdesk trello todoist buildkite auth0 neon elastic elasticsearch zoom shodan virustotal hibp abuseipdb securitytrails censys hunter clearbit shipstation docusign strava fitbit habitica convertkit customerio iterable consul nomad pipedrive chargebee recurly jotform eventbrite yelp amadeus edamam spoonacular genius musixmatch vimeo agora sendbird bitly serpapi serper scrapingbee scraperapi zenrows apify browserless contribsys sumologic tiingo twelvedata marketstack";

/** Words of other meaning in the names of formats. */
const common =
  /^(?:.{1,3}|access|application|client|extended|frame|fine|json|matrix|personal|private|ruby|service|storage|wallet|webhook|public|search|package|password|render|beamer|outline|open)$/;

/** Beside one of these names a value that looks drawn is a key. */
export const makers: ReadonlySet<string> = new Set([
  ...named.split(" "),
  ...[
    ...Object.values(ruleNames).flatMap((names) => names.split("|")),
    ...[...ownFormats, ...ruleFormats].map(([name]) => name.replace(/ \w+$/, "").replaceAll(" ", "")),
  ].filter((name) => !common.test(name)),
]);
