import { namedRule, tokenRule, type SecretRule } from './secret-rules-shape.ts';

const HEX = Array.from('0123456789abcdef');

/** Code hosts, package registries, messages, payment and other services. */
export const serviceRules: readonly SecretRule[] = [
  tokenRule('github-token', ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], '[A-Za-z0-9]{36,200}', {
    caught: [
      'ghp_{alnum:36}',
      'gho_{alnum:36}',
      'ghu_{alnum:36}',
      'ghs_{alnum:36}',
      'ghr_{alnum:76}',
      'curl -ughp_{alnum:36}:x https://a.b',
      'backup-ghp_{alnum:36}.txt',
      'TOKEN_ghp_{alnum:36}',
    ],
    passed: ['ghp_', 'ghp_{x:36}', 'ghs_{alnum:12}', 'myghp_{alnum:36}'],
  }),
  tokenRule('github-fine-token', ['github_pat_'], '\\w{22,200}', {
    caught: ['github_pat_{alnum:22}_{alnum:59}', 'GH_TOKEN=github_pat_{alnum:22}_{alnum:59}'],
    passed: ['github_pat_', 'github_pat_{x:27}'],
  }),
  tokenRule(
    'gitlab-token',
    'glpat- gldt- glrt- glcbt- glptt- glft- glimt- glagent- gloas- glsoat- glffct- GR1348941'.split(' '),
    '[\\w-]{20,200}(?:\\.[\\w-]{2,20}){0,3}',
    {
      caught: ['glpat-{word:20}', 'gldt-{word:20}', 'glrt-{word:27}', 'GR1348941{word:20}', 'glptt-{hex:40}'],
      passed: ['glpat-', 'glpat-{x:20}', 'gldt-short'],
    },
  ),
  tokenRule('bitbucket-token', ['ATBB', 'ATCTT3', 'ATATT3'], '[\\w-]{28,200}(?:=[0-9A-F]{8})?', {
    caught: ['ATATT3xFfGF0{word:170}={digit:8}', 'ATBB{alnum:32}', 'ATCTT3xFfGN0{word:170}'],
    passed: ['ATBB', 'ATATT3', 'ATBB{x:32}'],
  }),
  namedRule('atlassian-token', ['atlassian', 'jira', 'confluence', 'bitbucket'], '[A-Za-z0-9]{24}', {
    caught: ['JIRA_API_TOKEN={alnum:24}', '"atlassian_token": "{alnum:24}"'],
    passed: ['jira: PROJ-123', 'JIRA_API_TOKEN=$TOKEN', 'confluence_space=Engineering'],
  }),
  tokenRule('npm-token', ['npm_'], '[A-Za-z0-9]{36,60}(?!\\w)', {
    caught: ['npm_{alnum:36}', ':_authToken=npm_{alnum:36}'],
    passed: ['npm_', 'npm_config_registry', 'npm_lifecycle_event', 'npm_package_json_resolved_path_name'],
  }),
  tokenRule('pypi-token', ['pypi-AgEI'], '[\\w-]{50,200}', {
    caught: ['pypi-AgEIcHlwaS5vcmc{word:150}'],
    passed: ['pypi-AgEI', 'pypi-simple-index'],
  }),
  tokenRule('rubygems-token', ['rubygems_'], '[a-f0-9]{48}', {
    caught: ['rubygems_{hex:48}'],
    passed: ['rubygems_version', 'rubygems_'],
  }),
  tokenRule('docker-token', ['dckr_pat_', 'dckr_oat_'], '[\\w-]{27,60}', {
    caught: ['dckr_pat_{word:27}'],
    passed: ['dckr_pat_', 'dckr_pat_{x:27}'],
  }),
  tokenRule(
    'slack-token',
    [
      'xoxb-',
      'xoxp-',
      'xoxa-',
      'xoxe-',
      'xoxe.',
      'xoxo-',
      'xoxr-',
      'xoxs-',
      'xoxc-',
      'xoxd-',
      'xapp-',
      'xwfp-',
    ],
    '[\\w%-]{20,200}',
    {
      caught: [
        'xoxb-{digit:12}-{digit:13}-{alnum:24}',
        'xapp-1-A{upper:10}-{digit:13}-{hex:64}',
        'xoxp-{digit:12}-{digit:12}-{digit:12}-{hex:32}',
      ],
      passed: ['xoxb-', 'xoxb-your{dash:1}token', 'xoxp-{x:12}-{x:12}'],
    },
  ),
  {
    id: 'slack-webhook',
    anchors: ['hooks.slack.com/'],
    anywhere: true,
    pattern: /(hooks\.slack\.com\/(?:services|workflows|triggers)\/)[\w/-]{24,120}/uy,
    accept: (secret) => !/x{4}|0{8}/iu.test(secret),
    caught: ['https://hooks.slack.com/services/T{upper:10}/B{upper:10}/{alnum:24}'],
    passed: ['https://hooks.slack.com/services/', 'hooks.slack.com/services/T00000000/B00000000/{x:24}'],
  },
  {
    id: 'discord-webhook',
    anchors: ['/api/webhooks/'],
    anywhere: true,
    pattern: /(\/api\/webhooks\/\d{16,20}\/)[\w-]{60,80}/uy,
    accept: (secret) => !/x{4}/iu.test(secret),
    caught: ['https://discord.com/api/webhooks/{digit:18}/{word:68}'],
    passed: ['/api/webhooks/', '/api/webhooks/123/events', '/api/webhooks/{digit:18}'],
  },
  {
    id: 'discord-token',
    anchors: ['MT', 'Mj', 'Mz', 'ND', 'NT', 'Nj', 'Nz', 'OD', 'OT'].flatMap((two) =>
      Array.from('AEIMQUYcgk', (third) => `${two}${third}`),
    ),
    pattern: /[MNO][A-Za-z\d]{22,27}\.[\w-]{6}\.[\w-]{27,40}/uy,
    accept: (secret) => !/x{4}/iu.test(secret),
    caught: ['MTA{alnum:21}.{word:6}.{word:38}', 'NzM{alnum:21}.{word:6}.{word:27}'],
    passed: ['MTA', 'MTIzNDU2Nzg5', 'NzM{alnum:21}'],
  },
  {
    id: 'telegram-token',
    anchors: [':AA'],
    anywhere: true,
    pattern: /(?<=(?:^|[^\d])\d{8,10}):AA[\w-]{33}(?![\w-])/uy,
    accept: (secret) => !/x{4}/iu.test(secret),
    caught: ['{digit:10}:AA{word:33}', 'https://api.telegram.org/bot{digit:9}:AA{word:33}/getMe'],
    passed: ['10:AA', '{digit:10}:AA{word:10}', '00:AA:BB:CC:DD:EE', '{digit:10}:AA{word:50}'],
  },
  tokenRule(
    'stripe-key',
    ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_', 'sk_prod_', 'rk_prod_'],
    '[A-Za-z0-9]{16,200}',
    {
      caught: ['sk_live_{alnum:24}', 'rk_live_{alnum:99}', 'sk_test_51{alnum:97}'],
      passed: ['sk_live_', 'sk_test_{x:24}', 'pk_live_{alnum:24}'],
    },
  ),
  tokenRule('webhook-secret', ['whsec_'], '[A-Za-z0-9+/]{24,80}', {
    caught: ['whsec_{alnum:32}', 'whsec_{base64:44}'],
    passed: ['whsec_', 'whsec_{x:32}'],
  }),
  tokenRule(
    'square-token',
    ['sq0atp-', 'sq0csp-', 'EAAA'],
    '(?:(?<=-)[\\w-]{22,60}|(?<=EAAA)[\\w-]{58,70}(?![\\w-]))',
    {
      caught: ['sq0atp-{word:22}', 'sq0csp-{word:43}', 'EAAA{word:60}'],
      passed: ['sq0atp-', 'EAAA', 'EAAA{alnum:20}'],
    },
  ),
  tokenRule('shopify-token', ['shpat_', 'shpca_', 'shppa_', 'shpss_'], '[a-fA-F0-9]{32}', {
    caught: ['shpat_{hex:32}', 'shpss_{hex:32}'],
    passed: ['shpat_', 'shpat_{hex:8}'],
  }),
  tokenRule(
    'twilio-key',
    HEX.map((digit) => `SK${digit}`),
    '[0-9a-f]{31}(?![\\w-])',
    {
      caught: ['SK{hex:32}', 'TWILIO_API_KEY=SK{hex:32}'],
      passed: ['SKU', 'SKa', 'SK{hex:12}', 'SK{hex:48}'],
    },
  ),
  namedRule('twilio-token', ['twilio'], '[0-9a-f]{32}', {
    caught: ['TWILIO_AUTH_TOKEN={hex:32}', "twilioAuthToken: '{hex:32}'"],
    passed: ['twilio', 'TWILIO_ACCOUNT_SID=AC{hex:32}', 'TWILIO_AUTH_TOKEN=your_token'],
  }),
  tokenRule('sendgrid-key', ['SG.'], '[\\w-]{20,24}\\.[\\w-]{39,50}', {
    caught: ['SG.{word:22}.{word:43}'],
    passed: ['SG.', 'SG.name.value'],
  }),
  tokenRule('mailgun-key', ['key-', 'pubkey-'], '[0-9a-f]{32}(?![\\w-])', {
    caught: ['key-{hex:32}', 'MAILGUN_API_KEY=key-{hex:32}'],
    passed: ['key-', 'key-value', 'key-{hex:8}', 'monkey-{hex:32}'],
  }),
  namedRule('mailgun-named-key', ['mailgun'], '[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}', {
    caught: ['MAILGUN_API_KEY={hex:32}-{hex:8}-{hex:8}'],
    passed: ['mailgun: on', 'MAILGUN_DOMAIN=mg.shop.test'],
  }),
  tokenRule(
    'mailchimp-key',
    HEX.map((digit) => `${digit}-us`),
    '\\d{1,2}(?!\\w)',
    {
      caught: ['{hex:32}-us12', 'MAILCHIMP_API_KEY={hex:32}-us5'],
      passed: ['a-us1', '{hex:8}-us12', 'letters-and-us12', 'these are thirty-two characters a-us12'],
    },
    { head: { pattern: '[0-9a-f]{31}', length: 31 } },
  ),
  tokenRule('brevo-key', ['xkeysib-', 'xsmtpsib-'], '[a-f0-9]{64}-[A-Za-z0-9]{16}', {
    caught: ['xkeysib-{hex:64}-{alnum:16}'],
    passed: ['xkeysib-', 'xkeysib-{hex:10}'],
  }),
  tokenRule('linear-key', ['lin_api_', 'lin_oauth_'], '[A-Za-z0-9]{32,64}', {
    caught: ['lin_api_{alnum:40}', 'lin_oauth_{hex:64}'],
    passed: ['lin_api_', 'lin_api_key'],
  }),
  tokenRule('notion-token', ['ntn_', 'secret_'], '[A-Za-z0-9]{43,50}(?!\\w)', {
    caught: ['ntn_{alnum:46}', 'secret_{alnum:43}'],
    passed: ['ntn_', 'secret_key', 'secret_access_key_of_the_account_name'],
  }),
  tokenRule('postman-key', ['PMAK-'], '[a-f0-9]{24}-[a-f0-9]{34}', {
    caught: ['PMAK-{hex:24}-{hex:34}'],
    passed: ['PMAK-', 'PMAK-{hex:24}'],
  }),
  tokenRule(
    'grafana-token',
    ['glsa_', 'glc_'],
    '[\\w+/]{32,200}',
    {
      caught: ['glsa_{alnum:32}_{hex:8}', 'glc_{base64:120}'],
      passed: ['glsa_', 'glc_name'],
    },
    { tail: '[\\w+/=-]' },
  ),
  tokenRule(
    'sentry-token',
    ['sntrys_', 'sntryu_'],
    '[\\w+/]{60,200}',
    {
      caught: ['sntryu_{hex:64}', 'sntrys_{base64:150}'],
      passed: ['sntrys_', 'sntryu_{hex:10}'],
    },
    { tail: '[\\w+/=-]' },
  ),
  tokenRule('newrelic-key', ['NRAK-', 'NRII-'], '[\\w-]{27,40}', {
    caught: ['NRAK-{upper:27}', 'NRII-{word:32}'],
    passed: ['NRAK-', 'NRAK-{x:27}'],
  }),
  tokenRule('figma-token', ['figd_'], '[\\w-]{38,60}', {
    caught: ['figd_{word:40}'],
    passed: ['figd_', 'figd_x'],
  }),
  tokenRule('netlify-token', ['nfp_'], '[A-Za-z0-9_]{36,60}', {
    caught: ['nfp_{alnum:36}'],
    passed: ['nfp_', 'nfp_x'],
  }),
  tokenRule('planetscale-token', ['pscale_tkn_', 'pscale_pw_', 'pscale_oauth_'], '[\\w.=-]{32,64}', {
    caught: ['pscale_tkn_{word:43}', 'pscale_pw_{word:43}'],
    passed: ['pscale_tkn_', 'pscale_pw_x'],
  }),
  tokenRule('pulumi-token', ['pul-'], '[a-f0-9]{40}(?!\\w)', {
    caught: ['pul-{hex:40}'],
    passed: ['pul-', 'pul-name'],
  }),
  tokenRule(
    'onepassword-token',
    ['ops_eyJ'],
    '[\\w+/-]{100,200}',
    {
      caught: ['ops_eyJ{alnum:400}'],
      passed: ['ops_eyJ'],
    },
    { tail: '[\\w+/=-]' },
  ),
  tokenRule('contentful-token', ['CFPAT-'], '[\\w-]{43}', {
    caught: ['CFPAT-{word:43}'],
    passed: ['CFPAT-', 'CFPAT-x'],
  }),
  tokenRule('circleci-token', ['CCIPAT_', 'CCIPRJ_'], '[\\w]{20,30}_[a-f0-9]{40}', {
    caught: ['CCIPAT_{alnum:22}_{hex:40}'],
    passed: ['CCIPAT_', 'CCIPAT_x_y'],
  }),
  namedRule('airtable-token', ['airtable'], 'pat[A-Za-z0-9]{14}\\.[a-f0-9]{64}', {
    caught: ['AIRTABLE_API_KEY=pat{alnum:14}.{hex:64}'],
    passed: ['airtable: path', 'AIRTABLE_BASE=app{alnum:14}'],
  }),
  tokenRule(
    'firebase-key',
    [':APA91b'],
    '[\\w-]{120,200}',
    {
      caught: ['AAAA{word:7}:APA91b{word:134}'],
      passed: [':APA91b', 'x:APA91bshort'],
    },
    { head: { pattern: 'AAAA[\\w-]{7}', length: 11 } },
  ),
  tokenRule('facebook-token', ['EAAC', 'EAAB', 'EAAG', 'EAAM', 'EAAD', 'EAAN'], '[A-Za-z0-9]{80,200}', {
    caught: ['EAAC{alnum:160}', 'access_token=EAAG{alnum:120}&x=1'],
    passed: ['EAAC', 'EAAB{base64:20}'],
  }),
];
