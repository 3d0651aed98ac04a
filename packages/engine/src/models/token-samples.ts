/**
 * Texts, and how many tokens the greediest of three tokenizers makes of each: o200k and cl100k (gpt-tokenizer 4.0.0) and
 * Claude's (ai-tokenizer 1.0.6), counted on 2026-11-16.
 */
export const tokenSamples: readonly (readonly [name: string, tokens: number, text: string])[] = [
  [
    'english',
    58,
    'It was a bright cold day in April, and the clocks were striking thirteen. The engineer, slipping quickly through the glass doors, did not stop to look at the notice board; she had read every reservation and every settlement twice already, and the totals still disagreed by a few cents.',
  ],
  [
    'german',
    79,
    'Die Geschwindigkeitsbegrenzung auf der Bundesautobahn wurde gestern überraschend aufgehoben, weil das Verkehrsministerium seine Zuständigkeitsverordnung geändert hat. Außerdem müssen Fußgängerüberwege künftig größer gekennzeichnet werden.',
  ],
  [
    'french',
    59,
    'Lorsqu’il pleut à verse, les élèves de l’école préfèrent rester à l’intérieur; ça leur évite d’être trempés jusqu’aux os avant même d’avoir commencé la journée.',
  ],
  [
    'polish',
    62,
    'Szczęśliwie przeszliśmy przez rozległe wrzosowiska, zanim gęsta mgła całkowicie zasłoniła ścieżkę prowadzącą do schroniska.',
  ],
  [
    'finnish',
    61,
    'Epäjärjestelmällistyttämättömyydelläänsäkään hän ei saanut aikaan muuta kuin hämmennystä naapureissaan, jotka katselivat ikkunoistaan.',
  ],
  [
    'turkish',
    53,
    'Muvaffakiyetsizleştiricileştiriveremeyebileceklerimizdenmişsinizcesine davranmayı bırakın, lütfen kapıyı kapatın.',
  ],
  [
    'hungarian',
    58,
    'Megszentségteleníthetetlenségeskedéseitekért gyakran kellett bocsánatot kérnetek a szomszédoktól, akik mindig türelmesen hallgattak.',
  ],
  [
    'vietnamese',
    84,
    'Trường đại học thông báo rằng tất cả sinh viên phải nộp bài tập trước ngày thứ sáu, nếu không sẽ bị trừ điểm.',
  ],
  [
    'russian',
    62,
    'Переключение контекста между задачами стоит дорого, поэтому программисты предпочитают работать в тишине и не отвлекаться на сообщения.',
  ],
  ['ukrainian', 59, 'Щедрий вечір, добрий вечір, добрим людям на здоров’я; їжак з’їв яблуко під ґанком.'],
  [
    'greek',
    118,
    'Η ταχύτητα του φωτός στο κενό είναι μια παγκόσμια φυσική σταθερά, σημαντική σε πολλούς τομείς της φυσικής.',
  ],
  ['arabic', 91, 'يجب على جميع الموظفين تقديم تقاريرهم قبل نهاية الأسبوع، وإلا فلن تُحتسب ساعات العمل الإضافية.'],
  ['hebrew', 67, 'ההחלטה להקצות תקציב לפני הקריאה מונעת הפתעות לא נעימות בסוף החודש.'],
  ['hindi', 101, 'सरकार ने घोषणा की है कि अगले वर्ष से सभी विद्यालयों में निःशुल्क पुस्तकें वितरित की जाएँगी।'],
  ['bengali', 158, 'আমার সোনার বাংলা, আমি তোমায় ভালোবাসি। চিরদিন তোমার আকাশ, তোমার বাতাস, আমার প্রাণে বাজায় বাঁশি।'],
  ['tamil', 100, 'யாதும் ஊரே யாவரும் கேளிர் தீதும் நன்றும் பிறர்தர வாரா.'],
  ['thai', 144, 'ภาษาไทยเขียนโดยไม่มีช่องว่างระหว่างคำ ทำให้การตัดคำเป็นเรื่องยากสำหรับคอมพิวเตอร์'],
  ['georgian', 144, 'ყველა ადამიანი იბადება თავისუფალი და თანასწორი თავისი ღირსებითა და უფლებებით.'],
  ['armenian', 150, 'Բոլոր մարդիկ ծնվում են ազատ ու հավասար իրենց արժանապատվությամբ ու իրավունքներով։'],
  ['amharic', 113, 'የሰው ልጅ ሁሉ ሲወለድ ነጻና በክብርና በመብትም እኩልነት ያለው ነው።'],
  ['khmer', 224, 'មនុស្សទាំងអស់កើតមកមានសេរីភាព និងភាពស្មើៗគ្នាក្នុងសិទ្ធិ និងសេចក្តីថ្លៃថ្នូរ។'],
  ['chinese', 53, '人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。'],
  [
    'chinese-classic',
    72,
    '臣聞求木之長者必固其根本欲流之遠者必浚其泉源思國之安者必積其德義囊螢映雪饕餮魑魅魍魎',
  ],
  [
    'japanese',
    65,
    'すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。コンピューターのプログラミングは楽しい。',
  ],
  [
    'korean',
    60,
    '모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. 뷁쀓 같은 글자도 있다.',
  ],
  [
    'emoji',
    86,
    '🎉🚀🔥 ship it 👩\u{200d}💻👨\u{200d}👩\u{200d}👧\u{200d}👦 🏳\u{fe0f}\u{200d}🌈 👍\u{1f3fd} 🇩🇪🇯🇵 1\u{fe0f}⃣ ✅ ❌ ⚠\u{fe0f} 🧑\u{1f3ff}\u{200d}🚀',
  ],
  ['math', 85, '∀x∈ℝ: ⌈x⌉ = −⌊−x⌋, α ∧ ¬β = ¬(¬α ∨ β), ∑ᵢ₌₁ⁿ i² ≤ ∫₀^∞ e⁻ˣ dx 𝔸𝕓𝒸'],
  [
    'box',
    46,
    '┌────────┬────────┐\n│ name   │ amount │\n├────────┼────────┤\n│ rook   │ 0.4096 │\n└────────┴────────┘\n',
  ],
  [
    'python',
    73,
    'def fib(n: int) -> int:\n    """Return the n-th number."""\n    a, b = 0, 1\n    for _ in range(n):\n        a, b = b, a + b\n    return a\n\n\nif __name__ == \'__main__\':\n    print([fib(i) for i in range(20)])\n',
  ],
  [
    'rust',
    94,
    'impl<\'a, T: Iterator<Item = &\'a u8>> Foo for Bar<T> {\n\tfn baz(&mut self) -> Result<(), Box<dyn Error + Send + Sync>> {\n\t\tself.0.by_ref().try_for_each(|x| writeln!(io::stdout(), "{x:#04x}").map_err(Into::into))\n\t}\n}\n',
  ],
  [
    'perl',
    83,
    '@a=map{$_->[0]}sort{$a->[1]<=>$b->[1]}map{[$_,(split/\\s+/)[2]]}grep{!/^#/&&m{(?<!\\\\)\\$\\{([^}]+)\\}}x}<>;print"$&$/"x!!$_,q{;}for@a[0..$#a];',
  ],
  [
    'minified',
    106,
    '!function(e,t){"object"==typeof exports&&"undefined"!=typeof module?t(exports):"function"==typeof define&&define.amd?define(["exports"],t):t((e=e||self).d3={})}(this,(function(e){"use strict";var r=n(i),o=r.left;function a(e,t){return e<t?-1:e>t?1:e>=t?0:NaN}',
  ],
  [
    'upper',
    36,
    'THE QUICK BROWN FOX JUMPS OVER THE LAZY DOG WHILE MAX_OUTPUT_TOKENS AND HTTPS_PROXY REMAIN UNCHANGED IN THE ENVIRONMENT',
  ],
  ['short-words', 36, 'a b c d e f g h i j k l m n o p q r s t u v w x y z to be or not to be is it I am'],
  [
    'crlf',
    139,
    'a line\r\nanother\r\n\r\na line\r\nanother\r\n\r\na line\r\nanother\r\n\r\na line\r\nanother\r\n\r\na line\r\nanother\r\n\r\na line\r\nanother\r\n\r\na line\r\nanother\r\n\r\na line\r\nanother\r\n\r\na line\r\nanother\r\n\r\na line\r\nanother\r\n\r\na line\r\nanother\r\n\r\na line\r\nanother\r\n\r\na line\r\nanother\r\n\r\na line\r\nanother\r\n\r\na line\r\nanother\r\n\r\na line\r\nanother\r\n\r\na line\r\nanother\r\n\r\na line\r\nanother\r\n\r\na line\r\nanother\r\n\r\na line\r\nanother\r\n\r\n',
  ],
  ['latin-ext', 37, 'Ȁȁȃṩṽẋỳ ʘǂ Łódź Ğğ Ææøð ŋŧ'],
  ['rare-astral', 44, '𠜎𠜱𠝹𠱓𐍈𐎠𓀀𓁐𝓣𝓱𝓲𝓼'],
  ['burmese', 104, 'လူတိုင်းသည် တူညီ လွတ်လပ်သော ဂုဏ်သိက္ခာဖြင့် လည်းကောင်း'],
  ['cyr-ext', 19, 'Ѩѭ Ҕҗ Ӂӓ Ԁԉ'],
  ['cyr-upper', 31, 'ЪЫЭЮЯЩШЖ ВНИМАНИЕ ПРОВЕРКА'],
];
