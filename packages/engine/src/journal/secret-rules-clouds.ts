import { looksAssigned, looksLikeToken } from './redact-judge.ts';
import { GIVEN, namedRule, tokenRule, type SecretRule } from './secret-rules-shape.ts';

const DIGITS = Array.from('0123456789');

/** Clouds, hosts and stores of secrets. */
export const cloudRules: readonly SecretRule[] = [
  tokenRule(
    'aws-access-key',
    ['AKIA', 'ASIA', 'ABIA', 'ACCA'],
    '[A-Z2-7]{16}(?!\\w)',
    {
      caught: ['AKIA{upper:16}', 'aws_access_key_id = ASIA{upper:16}', '"ABIA{upper:16}"'],
      passed: [
        'AKIA',
        'AKIAIOSFODNN7{example:1}',
        'ASIAN COUNTRIES',
        'AKIA{upper:24}',
        'const AKIA{upper:16}foo = 1',
      ],
    },
    { leastBits: 2.6 },
  ),
  {
    ...namedRule(
      'aws-secret-key',
      ['secret_access_key', 'secretaccesskey', 'secret-access-key', 'aws_secret', 'aws_session_token'],
      '[A-Za-z0-9/+]{40,200}={0,2}',
      {
        caught: [
          'AWS_SECRET_ACCESS_KEY={base64:40}',
          '"SecretAccessKey": "{base64:40}"',
          'aws_secret_access_key = {base64:40}',
          'export AWS_SESSION_TOKEN="{base64:300}=="',
        ],
        passed: [
          'AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
          'secretAccessKey: process.env.AWS_SECRET_ACCESS_KEY',
          'aws_secret_access_key = <your secret access key>',
        ],
      },
    ),
    pattern: new RegExp(`(${GIVEN})[A-Za-z0-9/+]{40,200}={0,2}`, 'yu'),
    tail: /[A-Za-z0-9/+=]*/uy,
  },
  tokenRule('gcp-api-key', ['AIza'], '[\\w-]{35}(?![\\w-])', {
    caught: ['AIza{word:35}', '?key=AIza{word:35}&q=1'],
    passed: ['AIza', 'AIzaSy_your_key_here', 'AIza{word:60}'],
  }),
  tokenRule('google-client-secret', ['GOCSPX-'], '[\\w-]{28}', {
    caught: ['GOCSPX-{word:28}', '"client_secret":"GOCSPX-{word:28}"'],
    passed: ['GOCSPX-', 'GOCSPX-your-client-secret-here-xxxx'],
  }),
  tokenRule('google-access-token', ['ya29.'], '[\\w-]{20,200}', {
    caught: ['ya29.{word:120}', 'access_token=ya29.{word:60}'],
    passed: ['ya29.', 'ya29.short'],
  }),
  tokenRule('google-refresh-token', ['1//0'], '[\\w-]{40,200}', {
    caught: ['1//0{word:60}', '"refresh_token": "1//0{word:98}"'],
    passed: ['x = 1//0', '11//0.5', '1//0 comment'],
  }),
  {
    id: 'azure-storage-key',
    anchors: ['accountkey', 'accesskey'],
    ignoreCase: true,
    anywhere: true,
    named: true,
    pattern: /(["']?\s{0,4}[=:]\s{0,4}["']?)[A-Za-z0-9+/]{42,88}={0,2}/uy,
    accept: (secret) => looksLikeToken(secret),
    caught: [
      'AccountName=shop;AccountKey={base64:86}==;EndpointSuffix=core.windows.net',
      'Endpoint=sb://a.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey={base64:43}=',
    ],
    passed: [
      'AccountKey=<key>',
      'AccountKey=${STORAGE_KEY}',
      'SharedAccessKeyName=RootManageSharedAccessKey',
    ],
  },
  {
    id: 'azure-signature',
    anchors: ['sig='],
    pattern: /(sig=)(?:[A-Za-z0-9+/]|%2[BbFf]){43,60}(?:=|%3[Dd])/uy,
    accept: (secret) => looksLikeToken(secret),
    caught: ['?sv=2022-11-02&se=2030-01-01&sig={base64:43}%3D', '&sig={alnum:43}='],
    passed: ['sig=', 'sig=abc', 'const sig=sign(payload)'],
  },
  tokenRule(
    'azure-client-secret',
    DIGITS.map((digit) => `${digit}Q~`),
    '[\\w~.-]{31,34}(?![\\w~-])',
    {
      caught: ['{alnum:3}8Q~{word:34}', 'AZURE_CLIENT_SECRET={alnum:3}7Q~{word:34}'],
      passed: ['8Q~', 'abc8Q~short', '{alnum:3}8Q~{word:60}'],
    },
    { head: { pattern: '(?<!~)[\\w~.-]{3}', length: 3 } },
  ),
  tokenRule('digitalocean-token', ['dop_v1_', 'doo_v1_', 'dor_v1_'], '[a-f0-9]{64}', {
    caught: ['dop_v1_{hex:64}', 'doctl auth init -t dor_v1_{hex:64}'],
    passed: ['dop_v1_', 'dop_v1_{hex:20}'],
  }),
  tokenRule('heroku-token', ['HRKU-'], '[\\w-]{36,80}', {
    caught: ['HRKU-{uuid:1}', 'HRKU-AA{word:58}'],
    passed: ['HRKU-', 'HRKU-short'],
  }),
  namedRule('heroku-key', ['heroku'], '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}', {
    caught: ['HEROKU_API_KEY={uuid:1}', '"heroku_key": "{uuid:1}"', 'heroku.api.key: {uuid:1}'],
    passed: ['heroku apps', 'app_id={uuid:1}', 'HEROKU_API_KEY=$KEY'],
  }),
  namedRule(
    'cloudflare-key',
    ['cloudflare', 'cf_api', 'x-auth-key', 'cf_token'],
    '(?:[\\w-]{40}|[0-9a-f]{37}|cf[uak][tk]_[\\w-]{40,80})',
    {
      caught: ['CLOUDFLARE_API_TOKEN={word:40}', 'X-Auth-Key: {hex:37}', '"cloudflare_api_key": "{hex:37}"'],
      passed: ['cloudflare: enabled', 'CLOUDFLARE_ZONE_ID={hex:32}', 'CLOUDFLARE_API_TOKEN=${TOKEN}'],
    },
  ),
  tokenRule('cloudflare-origin-key', ['v1.0-'], '[a-f0-9]{24}-[a-f0-9]{146}', {
    caught: ['v1.0-{hex:24}-{hex:146}'],
    passed: ['v1.0-beta', 'v1.0-{hex:24}'],
  }),
  tokenRule('databricks-token', ['dapi'], '[a-f0-9]{32}(?:-\\d)?(?!\\w)', {
    caught: ['dapi{hex:32}', 'DATABRICKS_TOKEN=dapi{hex:32}-2'],
    passed: ['dapi', 'dapid', 'dapi{hex:10}'],
  }),
  tokenRule('vault-token', ['hvs.', 'hvb.', 'hvr.'], '[\\w-]{24,200}', {
    caught: ['hvs.{word:95}', 'X-Vault-Token: hvb.{word:140}', 'hvs.{alnum:24}'],
    passed: ['hvs.', 'hvs.client.token', 'hvs.{x:27}'],
  }),
  tokenRule(
    'doppler-token',
    ['dp.pt.', 'dp.st.', 'dp.ct.', 'dp.sa.', 'dp.scim.', 'dp.audit.'],
    '(?:[a-z0-9_-]{2,35}\\.)?[A-Za-z0-9]{40,44}',
    {
      caught: ['dp.pt.{alnum:43}', 'dp.st.dev_main.{alnum:43}', 'dp.audit.{alnum:44}'],
      passed: ['dp.pt.', 'dp.st.name', 'mdp.pt.{alnum:43}'],
    },
  ),
  tokenRule('age-secret-key', ['AGE-SECRET-KEY-1'], '[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}', {
    caught: ['AGE-SECRET-KEY-1{bech:58}'],
    passed: ['AGE-SECRET-KEY-1', 'AGE-SECRET-KEY-1 starts every key'],
  }),
  tokenRule('tailscale-key', ['tskey-'], '(?:[a-z]{2,10}-)?[\\w]{10,40}-\\w{20,60}', {
    caught: ['tskey-auth-{alnum:17}-{alnum:32}'],
    passed: ['tskey-auth', 'tskey-auth-{x:12}-{x:26}'],
  }),
  tokenRule(
    'fly-token',
    ['fm1r_', 'fm2_', 'fo1_'],
    '[A-Za-z0-9+/_-]{40,200}',
    {
      caught: ['FlyV1 fm2_{base64:200}', 'fo1_{word:43}'],
      passed: ['fm2_', 'fo1_name'],
    },
    { tail: '[\\w+/=,-]' },
  ),
  tokenRule(
    'terraform-token',
    ['.atlasv1.'],
    '[\\w-]{60,80}',
    {
      caught: ['{alnum:14}.atlasv1.{word:67}'],
      passed: ['x.atlasv1.name', '.atlasv1.'],
    },
    { head: { pattern: '[A-Za-z0-9]{14}', length: 14 } },
  ),
  tokenRule('supabase-key', ['sbp_', 'sb_secret_'], '[\\w-]{31,64}', {
    caught: ['sbp_{hex:40}', 'sb_secret_{word:31}'],
    passed: ['sbp_', 'sb_secret_key'],
  }),
  {
    ...namedRule('service-account-key', ['private_key_id'], '[a-f0-9]{40}', {
      caught: ['"private_key_id": "{hex:40}"', '\\"private_key_id\\": \\"{hex:40}\\"'],
      passed: ['"private_key_id": ""', 'private_key_id: string', '"private_key_id": "your-key-id"'],
    }),
    accept: (value) => looksAssigned({ value, quoted: true, password: false, environment: false }),
  },
];
