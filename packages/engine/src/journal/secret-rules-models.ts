import { tokenRule, type SecretRule } from './secret-rules-shape.ts';

/** Those who serve models: their keys are the ones that Rook itself handles. */
export const modelRules: readonly SecretRule[] = [
  tokenRule('anthropic-key', ['sk-ant-'], '[\\w-]{20,200}', {
    caught: ['sk-ant-api03-{word:93}AA', 'sk-ant-admin01-{word:80}', 'ANTHROPIC_API_KEY=sk-ant-{alnum:40}'],
    passed: ['sk-ant-', 'sk-ant-your{dash:1}key-here-please-now', 'sk-ant-{x:24}', 'sk-ant-...'],
  }),
  tokenRule('openai-project-key', ['sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-None-'], '[\\w-]{20,200}', {
    caught: ['sk-proj-{word:120}', 'sk-svcacct-{word:80}', 'sk-proj-{alnum:48}'],
    passed: ['sk-proj-', 'sk-proj-your{dash:1}key-here-please', 'sk-proj-{x:27}'],
  }),
  tokenRule(
    'openai-key',
    ['sk-'],
    '(?!ant-|proj-|svcacct-|admin-|None-)[\\w-]{20,200}',
    {
      caught: ['sk-{alnum:48}', 'sk-or-v1-{hex:64}', 'sk-{hex:32}', "openai.api_key = 'sk-{alnum:48}'"],
      passed: [
        'sk-',
        'sk-learn{dash:1}contrib-boruta{dash:1}and-friends',
        'class="sk-fading{dash:1}circle-animation{dash:1}2"',
        'task-{alnum:40}',
        'sk-{x:36}',
        'sk-1234567890{dash:1}abcdef1234567890abcdef',
      ],
    },
    { notWords: true },
  ),
  tokenRule(
    'xai-key',
    ['xai-'],
    '[A-Za-z0-9]{20,200}',
    {
      caught: ['xai-{alnum:80}', 'XAI_API_KEY="xai-{alnum:80}"'],
      passed: ['xai-', 'xai-grok-4-fast', 'xai-{x:32}'],
    },
    { notWords: true },
  ),
  tokenRule('huggingface-token', ['hf_', 'api_org_'], '[A-Za-z0-9]{34,40}(?!\\w)', {
    caught: ['hf_{letter:34}', 'HF_TOKEN=hf_{letter:34}', 'api_org_{letter:34}'],
    passed: ['hf_', 'hf_hub_download', 'hf_model_name'],
  }),
  tokenRule('groq-key', ['gsk_'], '[A-Za-z0-9]{48,60}', {
    caught: ['gsk_{alnum:52}'],
    passed: ['gsk_', 'gsk_key'],
  }),
  tokenRule('replicate-token', ['r8_'], '[A-Za-z0-9]{37,40}(?!\\w)', {
    caught: ['r8_{alnum:37}'],
    passed: ['r8_', 'r8_x'],
  }),
  tokenRule('perplexity-key', ['pplx-'], '[A-Za-z0-9]{32,64}', {
    caught: ['pplx-{alnum:48}'],
    passed: ['pplx-', 'pplx-70b-online'],
  }),
  tokenRule('langsmith-key', ['lsv2_'], '(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}', {
    caught: ['lsv2_pt_{hex:32}_{hex:10}'],
    passed: ['lsv2_', 'lsv2_pt_x'],
  }),
  tokenRule('tavily-key', ['tvly-'], '[\\w-]{20,60}', {
    caught: ['tvly-{alnum:32}', 'tvly-dev-{alnum:32}'],
    passed: ['tvly-', 'tvly-{x:24}'],
  }),
  tokenRule('nvidia-key', ['nvapi-'], '[\\w-]{60,70}', {
    caught: ['nvapi-{word:64}'],
    passed: ['nvapi-', 'nvapi-x'],
  }),
];
