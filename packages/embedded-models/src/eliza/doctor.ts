import type { Script } from "./script-types.js";

/**
 * The DOCTOR script: a therapist who gives back what she hears. The keywords, their ranks and the
 * way they work follow the description of 1966; the sentences are our own.
 */
export const doctor: Script = {
  hello: "How do you do. What would you like to talk about?",
  recallEvery: 4,
  before: {
    "i'm": "i am",
    im: "i am",
    "i've": "i have",
    "i'll": "i will",
    "i'd": "i would",
    "you're": "you are",
    "you've": "you have",
    "you'll": "you will",
    "you'd": "you would",
    "it's": "it is",
    "that's": "that is",
    "what's": "what is",
    "who's": "who is",
    "he's": "he is",
    "she's": "she is",
    "they're": "they are",
    "we're": "we are",
    "wasn't": "was not",
    "aren't": "are not",
    "isn't": "is not",
    dont: "don't",
    cant: "can't",
    wont: "won't",
    recollect: "remember",
    recall: "remember",
    mom: "mother",
    mum: "mother",
    dad: "father",
    kids: "children",
    dreamt: "dreamed",
    yeah: "yes",
    yep: "yes",
    nope: "no",
    certainly: "yes",
  },
  after: {
    "i am": "you are",
    "am i": "are you",
    "i was": "you were",
    "was i": "were you",
    "you are": "I am",
    "are you": "am I",
    "you were": "I was",
    "were you": "was I",
    "to you": "to me",
    "for you": "for me",
    "with you": "with me",
    "about you": "about me",
    "of you": "of me",
    "at you": "at me",
    "from you": "from me",
    i: "you",
    me: "you",
    my: "your",
    mine: "yours",
    myself: "yourself",
    am: "are",
    you: "I",
    your: "my",
    yours: "mine",
    yourself: "myself",
  },
  groups: {
    belief: ["feel", "think", "believe", "suppose", "guess", "wish"],
    sad: ["sad", "unhappy", "depressed", "lonely", "miserable", "sick", "anxious", "tired"],
    glad: ["happy", "glad", "better", "cheerful", "elated", "content", "relieved"],
    want: ["want", "need", "desire", "crave"],
    family: [
      "mother",
      "father",
      "parents",
      "sister",
      "brother",
      "wife",
      "husband",
      "son",
      "daughter",
      "child",
      "children",
      "grandmother",
      "grandfather",
      "aunt",
      "uncle",
      "family",
    ],
    be: ["am", "is", "are", "was", "were"],
  },
  memory: {
    keyword: "my",
    rules: [
      {
        pattern: "* my +",
        answers: [
          "Could this have something to do with the fact that your $3?",
          "Let us return to what you said earlier: your $3.",
          "A while ago you spoke of your $3. Is that still on your mind?",
        ],
      },
    ],
  },
  fallback: {
    pattern: "*",
    answers: [
      "I am not sure that I follow you.",
      "Please tell me more.",
      "What does that bring to mind?",
      "Do you have strong feelings about that?",
      "That is interesting. Do go on.",
    ],
  },
  keywords: [
    {
      words: ["sorry", "apologise", "apologize"],
      rank: 0,
      rules: [
        {
          pattern: "*",
          answers: [
            "There is no need to apologise.",
            "What do you feel when you say that you are sorry?",
            "You need not excuse yourself here.",
          ],
        },
      ],
    },
    {
      words: ["remember"],
      rank: 5,
      rules: [
        {
          pattern: "* i remember +",
          answers: [
            "Does $4 often come back to you?",
            "What else comes to mind when you think of $4?",
            "Why do you remember $4 at this moment?",
            "How does $4 bear on what we are talking about?",
          ],
        },
        {
          pattern: "* do|can you remember +",
          answers: [
            "Did you think that I would forget $5?",
            "Why should I bring $5 to mind now?",
            "What about $5?",
          ],
        },
        { pattern: "*", answers: ["$next"] },
      ],
    },
    {
      words: ["if"],
      rank: 3,
      rules: [
        {
          pattern: "* if +",
          answers: [
            "How likely is it, do you think, that $3?",
            "Do you wish that $3?",
            "What would it mean to you if $3?",
            "Really, if $3?",
          ],
        },
      ],
    },
    {
      words: ["dreamed"],
      rank: 4,
      rules: [
        {
          pattern: "* i dreamed +",
          answers: [
            "Really, $4?",
            "Have you ever imagined $4 while you were awake?",
            "Had you dreamed $4 before?",
            { continueWith: "dream" },
          ],
        },
        { pattern: "*", answers: [{ continueWith: "dream" }] },
      ],
    },
    {
      words: ["dream", "dreams", "nightmare", "nightmares"],
      rank: 3,
      rules: [
        {
          pattern: "*",
          answers: [
            "What does that dream say to you?",
            "Do you dream often?",
            "Who appears in your dreams?",
            "Might your dreams have to do with your trouble?",
          ],
        },
      ],
    },
    {
      words: ["perhaps", "maybe", "possibly"],
      rank: 0,
      rules: [
        {
          pattern: "*",
          answers: [
            "You do not sound quite certain.",
            "Why so doubtful?",
            "Could you put it more firmly?",
            "Do you not know?",
          ],
        },
      ],
    },
    {
      words: ["name", "names"],
      rank: 15,
      rules: [
        {
          pattern: "*",
          answers: ["Names do not matter to me.", "Never mind the names; please go on."],
        },
      ],
    },
    {
      words: ["deutsch", "français", "francais", "italiano", "español", "espanol"],
      rank: 0,
      rules: [{ pattern: "*", answers: ["I am afraid that I speak only English."] }],
    },
    {
      words: ["hello", "hi", "hey", "greetings"],
      rank: 0,
      rules: [
        {
          pattern: "*",
          answers: [
            "How do you do. Please tell me what troubles you.",
            "Hello. What is on your mind?",
          ],
        },
      ],
    },
    {
      words: ["bye", "goodbye"],
      rank: 1,
      rules: [
        {
          pattern: "*",
          answers: ["Goodbye. It was good of you to talk to me.", "Until next time, then."],
        },
      ],
    },
    {
      words: ["thanks", "thank"],
      rank: 1,
      rules: [
        {
          pattern: "*",
          answers: ["You are welcome. Is there more?", "What is it that you thank me for?"],
        },
      ],
    },
    {
      words: ["computer", "computers", "machine", "machines", "robot", "robots", "program"],
      rank: 50,
      rules: [
        {
          pattern: "*",
          answers: [
            "Do computers make you uneasy?",
            "Why do you bring up computers?",
            "What have machines to do with your trouble, do you think?",
            "Might computers be of help to people?",
            "What is it about machines that concerns you?",
          ],
        },
      ],
    },
    {
      words: ["alike", "same", "similar"],
      rank: 10,
      rules: [
        {
          pattern: "*",
          answers: [
            "In what way?",
            "Which likeness do you see?",
            "What does that likeness suggest to you?",
            "What other connections do you see?",
            "Could there really be some connection?",
            "How?",
          ],
        },
      ],
    },
    {
      words: ["like"],
      rank: 10,
      rules: [
        { pattern: "* @be * like *", answers: [{ continueWith: "alike" }] },
        { pattern: "*", answers: ["$next"] },
      ],
    },
    {
      words: ["am"],
      rank: 0,
      rules: [
        {
          pattern: "* am i +",
          answers: [
            "Do you believe that you are $4?",
            "Would you like to be $4?",
            "Would you want me to tell you that you are $4?",
            "What would it mean if you were $4?",
          ],
        },
        { pattern: "* i am *", answers: [{ continueWith: "i" }] },
        { pattern: "*", answers: ['Why do you say "am"?', "I do not quite understand that."] },
      ],
    },
    {
      words: ["are"],
      rank: 0,
      rules: [
        {
          pattern: "* are you +",
          answers: [
            "Why does it interest you whether I am $4 or not?",
            "Would you rather I were not $4?",
            "Perhaps I am $4 in your imagination.",
            "Do you sometimes think that I am $4?",
          ],
        },
        { pattern: "* you are *", answers: [{ continueWith: "you" }] },
        {
          pattern: "* are +",
          answers: [
            "Did you think they might not be $3?",
            "Would you like it if they were not $3?",
            "What if they were not $3?",
            "Perhaps they really are $3.",
          ],
        },
      ],
    },
    {
      words: ["your"],
      rank: 0,
      rules: [
        {
          pattern: "* your +",
          answers: [
            "Why does my $3 concern you?",
            "And what about your own $3?",
            "Do you worry about someone else's $3?",
            "Really, my $3?",
          ],
        },
      ],
    },
    {
      words: ["was", "were"],
      rank: 2,
      rules: [
        {
          pattern: "* was i +",
          answers: [
            "What if you were $4?",
            "Do you think that you were $4?",
            "Were you $4?",
            "What would it mean if you were $4?",
          ],
        },
        {
          pattern: "* i was +",
          answers: [
            "Were you really?",
            "Why do you tell me now that you were $4?",
            "Perhaps I knew already that you were $4.",
          ],
        },
        {
          pattern: "* were|was you +",
          answers: [
            "Would you like to believe that I was $4?",
            "What suggests to you that I was $4?",
            "Perhaps I was $4. What do you think?",
          ],
        },
        { pattern: "*", answers: ["$next"] },
      ],
    },
    {
      words: ["i", "me", "myself"],
      rank: 0,
      rules: [
        {
          pattern: "* i @want +",
          answers: [
            "What would it mean to you if you got $4?",
            "Why do you want $4?",
            "Suppose you got $4 soon. What then?",
            "What if you never got $4?",
            "What has wanting $4 to do with this talk?",
          ],
        },
        {
          pattern: "* i am * @sad *",
          answers: [
            "I am sorry to hear that you are $5.",
            "Will coming here help you not to be $5?",
            "I am sure it is not pleasant to be $5.",
            "Can you say what made you $5?",
          ],
        },
        {
          pattern: "* i am * @glad *",
          answers: [
            "How have I helped you to be $5?",
            "What makes you $5 just now?",
            "Can you say why you are suddenly $5?",
          ],
        },
        {
          pattern: "* i @belief i +",
          answers: [
            "Do you really think so?",
            "And yet you are not sure that you $5.",
            "Do you really doubt that you $5?",
          ],
        },
        {
          pattern: "* i @belief that i +",
          answers: [
            "Do you really think so?",
            "What tells you that you $6?",
            "Do you ever doubt that you $6?",
          ],
        },
        { pattern: "* i @belief * you +", answers: [{ continueWith: "you" }] },
        {
          pattern: "* i feel +",
          answers: [
            "Tell me more about such feelings.",
            "Do you often feel $4?",
            "Do you enjoy feeling $4?",
            "What does feeling $4 remind you of?",
          ],
        },
        {
          pattern: "* i am +",
          answers: [
            "Did you come to me because you are $4?",
            "How long have you been $4?",
            "Do you believe it normal to be $4?",
            "Do you enjoy being $4?",
          ],
        },
        {
          pattern: "* i can't|cannot +",
          answers: [
            "How do you know that you can't $4?",
            "Have you tried?",
            "Perhaps you could $4 now.",
            "Do you really want to be able to $4?",
          ],
        },
        {
          pattern: "* i don't +",
          answers: [
            "Do you really not $4?",
            "Why do you not $4?",
            "Do you wish to be able to $4?",
            "Does that trouble you?",
          ],
        },
        {
          pattern: "* i + you *",
          answers: [
            "Perhaps in your fantasy we $3 each other.",
            "Do you wish to $3 me?",
            "You seem to need to $3 me.",
            "Do you $3 anyone else?",
          ],
        },
        {
          pattern: "* i +",
          answers: [
            "You say that you $3.",
            "Can you say more about that?",
            "Do you say that for some special reason?",
            "That is quite interesting.",
          ],
        },
        { pattern: "*", answers: ["$next"] },
      ],
    },
    {
      words: ["you", "yourself"],
      rank: 0,
      rules: [
        { pattern: "* you remind me of *", answers: [{ continueWith: "alike" }] },
        {
          pattern: "* you are +",
          answers: [
            "What makes you think that I am $4?",
            "Does it please you to believe that I am $4?",
            "Do you sometimes wish that you were $4?",
            "Perhaps you would like to be $4.",
          ],
        },
        {
          pattern: "* you + me *",
          answers: [
            "Why do you think that I $3 you?",
            "You like to think that I $3 you, do you not?",
            "What makes you think that I $3 you?",
            "Really, I $3 you?",
            "Suppose that I did $3 you. What would that mean?",
          ],
        },
        {
          pattern: "* you +",
          answers: [
            "We were speaking of you, not of me.",
            "Oh, I $3?",
            "You are not really talking about me, are you?",
            "What are your feelings now?",
          ],
        },
        { pattern: "*", answers: ["$next"] },
      ],
    },
    {
      words: ["yes"],
      rank: 0,
      rules: [
        {
          pattern: "*",
          answers: ["You seem quite certain.", "You are sure, then.", "I see.", "I understand."],
        },
      ],
    },
    {
      words: ["no"],
      rank: 0,
      rules: [
        { pattern: "* no one *", answers: [{ continueWith: "everyone" }] },
        {
          pattern: "*",
          answers: [
            "Are you saying no just to be contrary?",
            "That sounds a little negative.",
            "Why not?",
            "Why do you say no?",
          ],
        },
      ],
    },
    {
      words: ["my"],
      rank: 2,
      rules: [
        {
          pattern: "* my * @family *",
          answers: [
            "Tell me more about your family.",
            "Who else in your family $5?",
            "Your $4, you say?",
            "What else comes to mind when you think of your $4?",
          ],
        },
        {
          pattern: "* my +",
          answers: [
            "Your $3?",
            "Why do you say your $3?",
            "Does that lead to anything else that belongs to you?",
            "Is it important to you that it is your $3?",
          ],
        },
        { pattern: "*", answers: ["$next"] },
      ],
    },
    {
      words: ["can"],
      rank: 0,
      rules: [
        {
          pattern: "* can you +",
          answers: [
            "You believe that I can $4, do you not?",
            "You want me to be able to $4.",
            "Perhaps you would like to be able to $4 yourself.",
          ],
        },
        {
          pattern: "* can i +",
          answers: [
            "Whether you can $4 depends on you more than on me.",
            "Do you want to be able to $4?",
            "Perhaps you do not want to $4.",
          ],
        },
        { pattern: "*", answers: [{ continueWith: "what" }] },
      ],
    },
    {
      words: ["what", "how", "when", "where", "who"],
      rank: 0,
      rules: [
        {
          pattern: "*",
          answers: [
            "Why do you ask?",
            "Is that a question that interests you?",
            "What is it that you really want to know?",
            "Are such questions much on your mind?",
            "Which answer would please you most?",
            "What do you think yourself?",
            "Have you asked anyone else?",
          ],
        },
      ],
    },
    {
      words: ["because"],
      rank: 0,
      rules: [
        {
          pattern: "*",
          answers: [
            "Is that the real reason?",
            "Do no other reasons come to mind?",
            "Does that reason explain anything else?",
            "What other reasons might there be?",
          ],
        },
      ],
    },
    {
      words: ["why"],
      rank: 0,
      rules: [
        {
          pattern: "* why don't you +",
          answers: [
            "Do you believe that I do not $5?",
            "Perhaps I shall $5 in good time.",
            "Should you $5 yourself?",
            "You want me to $5?",
          ],
        },
        {
          pattern: "* why can't i +",
          answers: [
            "Do you think that you should be able to $5?",
            "Do you want to be able to $5?",
            "Have you any idea why you can't $5?",
          ],
        },
        { pattern: "*", answers: [{ continueWith: "what" }] },
      ],
    },
    {
      words: ["everyone", "everybody", "nobody"],
      rank: 2,
      rules: [
        {
          pattern: "*",
          answers: [
            "Are you thinking of someone in particular?",
            "Surely not without exception?",
            "Whom do you have in mind?",
            "Someone special, perhaps?",
            "You have a certain person in mind, have you not?",
          ],
        },
      ],
    },
    {
      words: ["always", "never"],
      rank: 1,
      rules: [
        {
          pattern: "*",
          answers: [
            "Can you think of a particular occasion?",
            "When, for example?",
            "Which time are you thinking of?",
            "Really, without exception?",
          ],
        },
      ],
    },
  ],
};
