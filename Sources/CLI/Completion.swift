/// Completion scripts, made of the command table. They are self-contained: a key press starts no program.
struct Completion {
    let commands: [Command]

    private var firstWords: [String] {
        var seen: Set<String> = []
        return commands.map { $0.words[0] }.filter { seen.insert($0).inserted }
    }

    private func verbs(after word: String) -> [String] {
        commands.filter { $0.words.count == 2 && $0.words[0] == word }.map { $0.words[1] }
    }

    private func options(of command: Command) -> [Option] { command.options + Option.global }

    private var takingValues: Set<String> {
        Set((commands.flatMap(\.options) + Option.global).filter { $0.value != nil }.map { "--\($0.name)" })
    }

    private static let shells = "bash zsh fish"

    /// The place of `words`: which words came before that are neither options nor their values. Shared by bash and zsh,
    /// which read the same language here.
    private func cases(indent: String) -> String {
        var lines: [String] = []
        for command in commands {
            let names = options(of: command).map { "--\($0.name)" }.joined(separator: " ")
            lines.append("'\(command.name)') flags='\(names)' ;;")
        }
        return lines.map { indent + $0 }.joined(separator: "\n")
    }

    /// Values that are known, by command and option.
    private func choices(indent: String) -> String {
        var lines: [String] = []
        for command in commands {
            for option in command.options where !option.choices.isEmpty {
                lines.append("'\(command.name) --\(option.name)') values='\(option.choices.joined(separator: " "))' ;;")
            }
        }
        return lines.map { indent + $0 }.joined(separator: "\n")
    }

    private func verbCases(indent: String) -> String {
        var lines = ["'') values='\(firstWords.joined(separator: " "))' ;;"]
        for word in firstWords where !verbs(after: word).isEmpty {
            lines.append("'\(word)') values='\(verbs(after: word).joined(separator: " "))' ;;")
        }
        lines.append("'completion') values='\(Self.shells)' ;;")
        lines.append("'help') values='\(firstWords.joined(separator: " "))' ;;")
        for word in firstWords where !verbs(after: word).isEmpty {
            lines.append("'help \(word)') values='\(verbs(after: word).joined(separator: " "))' ;;")
        }
        return lines.map { indent + $0 }.joined(separator: "\n")
    }

    /// Finds `place` (the words so far), `flags` and `values`, and whether a file name is wanted. `$1` is the word before
    /// the cursor, the rest all words before it; both shells run this function as it is.
    private var core: String {
        """
        # Completion of ssadmin; written by 'ssadmin completion'.
        _ssadmin_find() {
            local previous="$1" word skip=''
            shift
            place='' flags='' values='' files=''
            for word in "$@"; do
                if [[ -n $skip ]]; then skip=''; continue; fi
                case "$word" in
                    \(takingValues.sorted().joined(separator: "|"))|-f) skip=1 ;;
                    -*) ;;
                    *) place="${place:+$place }$word" ;;
                esac
            done
            case "$place" in
        \(verbCases(indent: "        "))
            esac
            # The words of the command, without its arguments.
            local two="${place%% *}" rest="${place#* }"
            [[ $rest != "$place" ]] && two="$two ${rest%% *}"
            for word in "$two" "${two%% *}"; do
                case "$word" in
        \(cases(indent: "            "))
                esac
                [[ -n $flags ]] && break
            done
            flags="${flags:-\(Option.global.map { "--\($0.name)" }.joined(separator: " "))}"
            if [[ -n $skip ]]; then
                values='' flags=''
                case "$word $previous" in
        \(choices(indent: "            "))
                    *' --out'|*' --file'|*' -f'|*' --socket') files=1 ;;
                esac
            fi
        }

        """
    }

    var bash: String {
        core + """
            _ssadmin() {
                local place flags values files current="${COMP_WORDS[COMP_CWORD]}" cword=$COMP_CWORD
                local words=("${COMP_WORDS[@]}")
                # A colon parts words in bash, and scopes have one.
                if declare -F _get_comp_words_by_ref > /dev/null; then
                    _get_comp_words_by_ref -n := -c current -w words -i cword
                fi
                _ssadmin_find "${words[cword-1]}" "${words[@]:1:cword-1}"
                COMPREPLY=()
                if [[ -n $files ]]; then
                    COMPREPLY=($(compgen -f -- "$current"))
                elif [[ $current == -* ]]; then
                    COMPREPLY=($(compgen -W "$flags" -- "$current"))
                else
                    COMPREPLY=($(compgen -W "${values:-}" -- "$current"))
                fi
                if declare -F __ltrim_colon_completions > /dev/null; then __ltrim_colon_completions "$current"; fi
            }
            complete -F _ssadmin ssadmin

            """
    }

    var zsh: String {
        "#compdef ssadmin\n" + core + """
            _ssadmin() {
                local place flags values files
                _ssadmin_find "${words[CURRENT-1]}" "${(@)words[2,CURRENT-1]}"
                if [[ -n $files ]]; then
                    _files
                elif [[ ${words[CURRENT]} == -* ]]; then
                    compadd -- ${=flags}
                else
                    compadd -- ${=values}
                fi
            }
            # A file of fpath is run for the first key press; one that is sourced only announces itself.
            if [[ ${funcstack[1]} == _ssadmin ]]; then _ssadmin "$@"; else compdef _ssadmin ssadmin; fi

            """
    }

    var fish: String {
        var lines = ["# Completion of ssadmin; written by 'ssadmin completion'.", "complete -c ssadmin -f"]
        lines += firstWords.map { word in
            "complete -c ssadmin -n __fish_use_subcommand -a \(word) -d \(shellQuoted(summary(of: word)))"
        }
        for command in commands {
            let seen = command.words.map { "__fish_seen_subcommand_from \($0)" }.joined(separator: "; and ")
            if let verb = command.words.dropFirst().first {
                let others = verbs(after: command.words[0]).joined(separator: " ")
                lines.append(
                    "complete -c ssadmin -n '__fish_seen_subcommand_from \(command.words[0]); and "
                        + "not __fish_seen_subcommand_from \(others)' -a \(verb) -d \(shellQuoted(command.summary))")
            }
            for option in command.options {
                let value =
                    option.value == nil
                    ? "" : option.choices.isEmpty ? " -r -F" : " -x -a '\(option.choices.joined(separator: " "))'"
                lines.append(
                    "complete -c ssadmin -n '\(seen)' -l \(option.name)\(value) -d \(shellQuoted(option.summary))")
            }
        }
        lines += Option.global.map { option in
            "complete -c ssadmin -l \(option.name)\(option.value == nil ? "" : " -r -F") -d \(shellQuoted(option.summary))"
        }
        lines.append("complete -c ssadmin -n '__fish_seen_subcommand_from completion' -a '\(Self.shells)'")
        return lines.joined(separator: "\n") + "\n"
    }

    private func summary(of word: String) -> String {
        commands.first { $0.words == [word] }?.summary ?? verbs(after: word).joined(separator: ", ")
    }
}
