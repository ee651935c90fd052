"""What `bpe-training` must get right: typed cases, then texts drawn afresh against a slow specification."""

import re

import numpy as np

from drill.grader.checks import exact, growth

SEEDS = (1, 2, 3)


def spec_train(text, vocab_size):
    """Recount every chunk, copies included, for every merge."""
    chunks = [list(chunk.encode("utf-8")) for chunk in re.findall(r" ?\S+|\s+", text)]
    merges = []
    while 256 + len(merges) < vocab_size:
        counts = {}
        for ids in chunks:
            for i in range(len(ids) - 1):
                pair = (ids[i], ids[i + 1])
                counts[pair] = counts.get(pair, 0) + 1
        if not counts or max(counts.values()) < 2:
            return merges
        best = sorted(pair for pair in counts if counts[pair] == max(counts.values()))[0]
        chunks = [spec_merge(ids, best, 256 + len(merges)) for ids in chunks]
        merges.append(best)
    return merges


def spec_merge(ids, pair, new_id):
    """Walk from the left; a match takes two ids, anything else one."""
    merged, i = [], 0
    while i < len(ids):
        match = i + 1 < len(ids) and (ids[i], ids[i + 1]) == pair
        merged.append(new_id if match else ids[i])
        i += 2 if match else 1
    return merged


def draw_words(rng, alphabet, count, longest):
    """Return words joined by a space, a few of them again and again."""
    words = ["".join(rng.choice(alphabet, rng.integers(1, longest + 1))) for _ in range(count)]
    return " ".join(rng.choice(words, 3 * count))


# --- merge_pair ---


def test_merge_replaces_every_occurrence(solution):
    """replaces every occurrence of the pair, the last one too"""
    exact(solution.merge_pair([5, 6, 7, 5, 6], (5, 6), 300), [300, 7, 300], expected="both (5, 6) become 300")
    exact(
        solution.merge_pair([6, 5, 6, 5, 7], (5, 6), 300), [6, 300, 5, 7], expected="one (5, 6), never (6, 5)"
    )


def test_merge_takes_runs_from_the_left(solution):
    """merges a run of equal ids from the left, without overlap"""
    exact(
        solution.merge_pair([1, 1, 1], (1, 1), 256), [256, 1], expected="the first two merged, the third kept"
    )
    exact(solution.merge_pair([1, 1, 1, 1], (1, 1), 256), [256, 256], expected="two pairs, not three")
    exact(
        solution.merge_pair([2, 1, 1, 1, 2], (1, 1), 9), [2, 9, 1, 2], expected="only the first two 1s merged"
    )


def test_merge_of_short_lists(solution):
    """takes lists with nothing to merge, and the empty one"""
    exact(solution.merge_pair([], (1, 2), 256), [], expected="an empty list")
    exact(solution.merge_pair([1], (1, 2), 256), [1], expected="the one id, as it was")
    exact(
        solution.merge_pair([2, 1, 3], (1, 2), 256),
        [2, 1, 3],
        expected="nothing merged: no 1 stands before a 2",
    )
    exact(solution.merge_pair([1, 2], (1, 2), 256), [256], expected="one new id alone")


def test_merge_compares_whole_ids(solution):
    """compares ids as numbers, not as digits"""
    exact(
        solution.merge_pair([97, 1, 97, 115], (97, 1), 256),
        [256, 97, 115],
        expected="(97, 115) is another pair",
    )
    exact(
        solution.merge_pair([257, 46, 57, 46], (57, 46), 300),
        [257, 46, 300],
        expected="(257, 46) is another pair",
    )


def test_input_is_not_changed(solution):
    """leaves the list that it was given as it was"""
    ids = [1, 2, 1, 2, 3]
    exact(solution.merge_pair(ids, (1, 2), 256), [256, 256, 3], expected="a new list with both pairs merged")
    exact(ids, [1, 2, 1, 2, 3], expected="an input that is still what it was")


# --- the rules, typed ---


def test_readme_example(solution):
    """agrees with the example worked by hand"""
    exact(
        solution.bpe_train("sees trees", 300),
        [(101, 101), (256, 115)],
        expected="the two merges of the README",
    )


def test_new_ids_take_part(solution):
    """builds merges on merges: the i-th is id 256 + i"""
    want = [(97, 98), (99, 100), (256, 257), (258, 101)]
    exact(solution.bpe_train("xabcdeyabcdezab", 260)[:1], want[:1], expected="a b first: three times")
    text = "xabcdeyabcdezab!ab?cd"
    exact(solution.bpe_train(text, 300), want, expected="ab = 256, cd = 257, abcd = 258, abcde = 259")


def test_ties_go_to_the_lowest_pair(solution):
    """settles equal counts by the lowest pair, not by the first or last seen"""
    exact(
        solution.bpe_train("yz.yz,ab;ab", 257),
        [(97, 98)],
        expected="ab: both stand twice, ab is lower than yz",
    )
    exact(
        solution.bpe_train("ab.ab,yz;yz", 257),
        [(97, 98)],
        expected="ab: both stand twice, ab is lower than yz",
    )
    exact(
        solution.bpe_train("az.az,ab;ab", 257),
        [(97, 98)],
        expected="ab: with equal first ids the second decides",
    )


def test_ties_compare_ids(solution):
    """compares tied pairs by their ids, not by the bytes they stand for"""
    # aa (four times) becomes 256; then (256, 46) and (98, 99) stand twice each
    want = [(97, 97), (98, 99), (256, 46)]
    exact(
        solution.bpe_train("1aa.2aa.3aa4aa5bc6bc", 259),
        want,
        expected="(98, 99) before (256, 46): 98 is lower than 256",
    )


def test_overlapping_positions_count(solution):
    """counts overlapping positions: aaaa holds the pair three times"""
    exact(
        solution.bpe_train("aaaabcXbcYbc", 257),
        [(97, 97)],
        expected="(a, a): three times, as often as (b, c), and lower",
    )
    exact(solution.bpe_train("aaa", 300), [(97, 97)], expected="one merge: aaa holds (a, a) twice")
    exact(
        solution.bpe_train("a" * 8, 300),
        [(97, 97), (256, 256)],
        expected="halved twice; then one pair is left, once",
    )


def test_repeated_chunks_count_each_time(solution):
    """counts a chunk as often as it occurs"""
    text = "xy xy xy xy pqpq pqr"
    exact(solution.bpe_train(text, 257), [(120, 121)], expected="(x, y): four times, (p, q) only three times")


def test_no_merge_across_chunks(solution):
    """never pairs the end of one chunk with the start of the next"""
    # inside the chunks: ' b' five times, ab nowhere
    text = "ba ba ba ba ba ba"
    exact(
        solution.bpe_train(text, 300), [(98, 97), (32, 256)], expected="ba, then ' ba'; 'a ' spans two chunks"
    )


def test_space_belongs_to_the_next_word(solution):
    """keeps the one space before a word in that word's chunk"""
    exact(
        solution.bpe_train("a b a b a b", 300),
        [(32, 98), (32, 97)],
        expected="' b' three times, then ' a' twice",
    )


def test_runs_of_white_space(solution):
    """learns from runs of white space, which are chunks of their own"""
    exact(
        solution.bpe_train("x\n\n\n\ny", 300),
        [(10, 10)],
        expected="one merge of two newlines: then one pair, once",
    )
    exact(
        solution.bpe_train("x  y\t\tz\t\t", 300),
        [(9, 9)],
        expected="two tabs, which stand there twice; two spaces only once",
    )


def test_chunks_are_cut_before_bytes(solution):
    """cuts the string, not its bytes: a no-break space is white space too"""
    text = "\u00a0x\u00a0x\u00a0x"
    exact(
        solution.bpe_train(text, 300),
        [(194, 160)],
        expected="one merge, the two bytes of the space: it ends at the chunk",
    )


def test_works_on_bytes(solution):
    """merges UTF-8 bytes, not characters"""
    exact(
        solution.bpe_train("ééé", 300),
        [(195, 169), (256, 256)],
        expected="C3 A9 three times, then the pair of é, twice",
    )
    exact(
        solution.bpe_train("🙂 🙂", 300),
        [(153, 130), (159, 256), (240, 257)],
        expected="the four bytes, lowest pair first",
    )


def test_stops_when_no_pair_repeats(solution):
    """stops when no pair is left twice"""
    exact(solution.bpe_train("abcdef", 300), [], expected="no merge: every pair stands there once")
    exact(solution.bpe_train("abab", 300), [(97, 98)], expected="one merge: then one pair is left, once")
    exact(solution.bpe_train("", 300), [], expected="no merge from an empty text")
    exact(solution.bpe_train("q", 300), [], expected="no merge: one byte is no pair")
    # who goes on to count for all the ids that there is room for never comes to an end
    exact(solution.bpe_train("abab", 10**9), [(97, 98)], expected="one merge, and no search for more")


def test_respects_the_vocabulary_size(solution):
    """learns no more merges than the vocabulary has room for"""
    text = "abababab cdcdcd efef"
    exact(
        solution.bpe_train(text, 258), [(97, 98), (99, 100)], expected="two merges: 258 leaves room for two"
    )
    exact(solution.bpe_train(text, 257), [(97, 98)], expected="one merge: 257 leaves room for one")
    for vocab_size in (256, 255, 0):
        exact(solution.bpe_train(text, vocab_size), [], expected="no merge: there is room for the bytes only")


# --- fresh texts against the specification ---


def check_text(solution, text, vocab_size):
    """Compare all merges and say where they part."""
    want = spec_train(text, vocab_size)
    got = solution.bpe_train(text, vocab_size)
    exact(got, want, expected=f"{len(want)} merges, each the most frequent pair of its turn")


def test_fresh_texts_of_few_letters(solution, seed):
    """learns the same as a slow recount: few letters, many ties and runs"""
    for start in SEEDS:
        rng = np.random.default_rng([seed, start])
        check_text(solution, draw_words(rng, list("aab"), 12, 9), 256 + 30)
        check_text(solution, "".join(rng.choice(list("ab \n"), 80)), 256 + 30)


def test_fresh_texts_of_many_letters(solution, seed):
    """learns the same as a slow recount: many letters and merges"""
    for start in SEEDS:
        rng = np.random.default_rng([seed, start, 1])
        check_text(solution, draw_words(rng, list("ABCabcdefg0123456789.-"), 20, 7), 256 + 60)


def test_fresh_texts_of_many_scripts(solution, seed):
    """learns the same as a slow recount: several scripts and kinds of white space"""
    for start in SEEDS:
        rng = np.random.default_rng([seed, start, 2])
        check_text(solution, "".join(rng.choice(list("éßनमसतే్క🙂🙃中 \u3000\t\n"), 150)), 256 + 40)


def test_order_of_words_is_no_matter(solution, seed):
    """learns the same whatever the order of the words"""
    rng = np.random.default_rng([seed, 3])
    words = draw_words(rng, list("abcd"), 20, 6).split()
    forwards = solution.bpe_train(" " + " ".join(words), 300)
    backwards = solution.bpe_train(" " + " ".join(reversed(words)), 300)
    exact(backwards, forwards, expected="the merges of the same words in the opposite order")


# --- work ---


def test_work_grows_with_the_text(solution):
    """the work grows no faster than the text, however many pairs differ"""
    rng = np.random.default_rng(4)
    letters = [chr(code) for code in range(0x4E00, 0x4E00 + 2000)]
    text = " ".join("".join(rng.choice(letters, 5)) for _ in range(160))

    def steps(size):
        return solution.bpe_train.measured(text[:size], 256 + 3, what="steps").steps

    growth(steps, n=240, at_most=2.6, expected="at most twice the steps for twice the text, and a little")


def test_long_chunk_is_no_trap(solution):
    """a chunk of 32,000 letters takes its time, not the square of it"""

    def seconds_to_merge(size):
        measured = solution.merge_pair.measured([1, 2] * (size // 2), (1, 2), 256, what="seconds")
        exact(measured.value, [256] * (size // 2), expected="every pair merged")
        return measured.seconds

    def seconds_to_train(size):
        measured = solution.bpe_train.measured("ab" * (size // 2), 257, what="seconds")
        exact(measured.value, [(97, 98)], expected="the one merge that there is room for")
        return measured.seconds

    for seconds in (seconds_to_merge, seconds_to_train):
        growth(
            seconds, n=8_000, at_most=3.2, noise=0.02, expected="about twice the time for twice the letters"
        )
